import { renderQrCode } from 'nestjs-pix';
import type {
  PixCharge,
  PixChargeKind,
  PixLedgerPayment,
  PixPaymentMeaning,
  PixLedgerRefund,
  PixRefundState,
} from 'nestjs-pix/ledger';

/** What a charge of the ledger is for a customer. */
export type ChargeStatus =
  /** The bank has not confirmed it. */
  | 'CRIANDO'
  /** It can be paid. A subscription waits for the approval of its payer. */
  | 'PENDENTE'
  /** A subscription that its payer has approved. */
  | 'ATIVA'
  | 'PAGO'
  /** A payment arrived that fits no open charge: a person decides. */
  | 'EM_ANALISE'
  | 'DEVOLVENDO'
  | 'DEVOLVIDO'
  | 'CANCELANDO'
  | 'CANCELADO'
  | 'EXPIRADO'
  | 'NEGADO';

export interface PaymentView {
  readonly endToEndId: string;
  readonly valor: string;
  /** RFC 3339, as all instants. */
  readonly horario: string;
  /** What the payment is for the ledger; `null` until it is decided. */
  readonly situacao: PixPaymentMeaning | null;
  /** What was given back of it. */
  readonly devolvido: string;
  readonly devolucoes: readonly PaymentRefundView[];
}

/** A refund of a payment. */
export interface PaymentRefundView {
  readonly id: string;
  readonly valor: string;
  readonly situacao: PixRefundState;
  /** Who asked for it: the shop, or the bank (a dispute, or the bank's own application). */
  readonly pedidaPor: PixLedgerRefund['madeBy'];
  readonly pedidaEm: string;
  /** When the bank carried it out. */
  readonly liquidadaEm: string | null;
}

/** A charge in responses. */
export interface ChargeView {
  readonly id: string;
  readonly tipo: PixChargeKind;
  readonly status: ChargeStatus;
  /** The txid, or the idRec of a subscription. */
  readonly identificador: string | null;
  readonly valor: string | null;
  readonly criadaEm: string;
  /** Until when it can be paid. */
  readonly pagavelAte: string | null;
  /** Text of the QR Code, and the QR Code as a data URL; only while it can be paid. */
  readonly pixCopiaECola: string | null;
  readonly qrCode: string | null;
  readonly pagamentos: readonly PaymentView[];
  /** What was given back of all payments. */
  readonly devolvido: string;
  /** The attempts to debit a month of a subscription. */
  readonly tentativas: readonly { readonly dia: string; readonly status: string }[];
}

/** Shows a charge. All pages use it, so that each shows the same of what the ledger knows. */
export function toChargeView(charge: PixCharge): ChargeView {
  const status = findStatus(charge);
  const code = status === 'PENDENTE' ? charge.pixCopiaECola : undefined;
  return {
    id: charge.id,
    tipo: charge.kind,
    status,
    identificador: charge.identifier ?? null,
    valor: charge.valor ?? null,
    criadaEm: charge.createdAt.toISOString(),
    pagavelAte: charge.payableUntil?.toISOString() ?? null,
    pixCopiaECola: code ?? null,
    qrCode: code === undefined ? null : toDataUrl(renderQrCode(code, { format: 'svg' })),
    pagamentos: charge.payments.map((payment) => ({
      endToEndId: payment.endToEndId,
      valor: payment.valor,
      horario: payment.horario.toISOString(),
      situacao: payment.meaning ?? null,
      devolvido: sum(returned(charge, [payment])),
      devolucoes: charge.refunds
        .filter(({ endToEndId }) => endToEndId === payment.endToEndId)
        .map(({ refundId, valor, state, madeBy, askedAt, settledAt }) => ({
          id: refundId,
          valor,
          situacao: state,
          pedidaPor: madeBy,
          pedidaEm: askedAt.toISOString(),
          liquidadaEm: settledAt?.toISOString() ?? null,
        })),
    })),
    devolvido: sum(returned(charge, charge.payments)),
    tentativas: (charge.tentativas ?? []).map(({ dataLiquidacao: dia, status: result }) => ({
      dia,
      status: result,
    })),
  };
}

const STATUSES = {
  opening: 'CRIANDO',
  open: 'PENDENTE',
  paid: 'PAGO',
  cancelling: 'CANCELANDO',
  cancelled: 'CANCELADO',
  expired: 'EXPIRADO',
  refused: 'NEGADO',
} as const satisfies Record<PixCharge['state'], ChargeStatus>;

export function findStatus(charge: PixCharge): ChargeStatus {
  const { state, status, kind, payments, refunds } = charge;
  // A second payment of a paid charge is a task of its own, also when it is given back.
  const counted = payments.filter(({ meaning }) => state !== 'paid' || meaning === 'full');
  const isOfCounted = ({ endToEndId }: { endToEndId: string }) =>
    counted.some((payment) => payment.endToEndId === endToEndId);
  const isUnderway = refunds.some(
    (refund) => isOfCounted(refund) && ['asked', 'processing'].includes(refund.state),
  );
  if (isUnderway) return 'DEVOLVENDO';
  if (counted.length > 0 && sum(returned(charge, counted)) === sum(counted)) return 'DEVOLVIDO';
  if (state !== 'paid' && counted.length > 0) return 'EM_ANALISE';
  if (kind === 'rec' && state === 'open' && status === 'APROVADA') return 'ATIVA';
  return STATUSES[state];
}

/** The refunds of these payments that the bank has carried out. */
function returned({ refunds }: PixCharge, payments: readonly PixLedgerPayment[]) {
  return refunds.filter(
    ({ state, endToEndId }) =>
      state === 'returned' && payments.some((payment) => payment.endToEndId === endToEndId),
  );
}

/** Adds amounts, which are decimal text and never floating-point numbers. */
export function sum(amounts: readonly { readonly valor: string }[]): string {
  const cents = amounts.reduce((total, { valor }) => total + BigInt(valor.replace('.', '')), 0n);
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function toDataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
