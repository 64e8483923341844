import type { Plan } from '../catalogue/catalogue.view.js';
import { findPlan } from '../catalogue/plans.js';
import type {
  ChargeStatus,
  SubscriptionStatus,
  ChargeKind,
  Journey,
  Subscription,
  SubscriptionCharge,
} from '../database/schema.js';
import { hideTaxId } from '../invoices/invoice.view.js';
import { renderQrCodeUrl } from '../orders/order.view.js';

/** The plans, and whether the bank of the shop offers Pix Automático. */
export class PlansView {
  readonly disponivel!: boolean;
  readonly planos!: Plan[];
}

/** The charge of one month in responses. */
export class SubscriptionChargeView {
  readonly id!: string;
  /** The month, `YYYY-MM`. */
  readonly competencia!: string;
  readonly tipo!: ChargeKind;
  readonly txid!: string;
  readonly valor!: string;
  /** `YYYY-MM-DD`. */
  readonly vencimento!: string;
  readonly status!: ChargeStatus;
  readonly motivo!: string | null;
  /** Further attempts after the first one. */
  readonly retentativas!: number;
  /** The day of the latest further attempt, `YYYY-MM-DD`. */
  readonly novaTentativa!: string | null;
  readonly pagaEm!: string | null;
}

/** The plan of a subscription, as it is called now. */
export class SubscribedPlanView {
  readonly id!: string;
  readonly nome!: string;
}

/** A subscription in the list of the back office. Instants are RFC 3339, amounts are decimal text. The CPF is masked. */
export class SubscriptionRowView {
  readonly id!: string;
  readonly contrato!: string;
  readonly plano!: SubscribedPlanView;
  readonly valor!: string;
  readonly nome!: string;
  readonly cpf!: string;
  readonly jornada!: Journey;
  readonly status!: SubscriptionStatus;
  readonly motivo!: string | null;
  /** Due date of the first recurring charge, `YYYY-MM-DD`. */
  readonly dataInicial!: string;
  readonly idRec!: string | null;
  readonly criadoEm!: string;
  /** Until when the payer can approve. */
  readonly aprovarAte!: string;
  readonly aprovadaEm!: string | null;
  readonly encerradaEm!: string | null;
}

/** A subscription in responses. */
export class SubscriptionView extends SubscriptionRowView {
  /** Text of the QR Code; only while the subscription waits for the approval. */
  readonly pixCopiaECola!: string | null;
  /** The QR Code as an SVG data URL. */
  readonly qrCode!: string | null;
  /** Oldest month first. */
  readonly cobrancas!: SubscriptionChargeView[];
}

/** A subscription in the event stream: what changes. */
export class SubscriptionEvent {
  readonly id!: string;
  readonly status!: SubscriptionStatus;
  /** Oldest month first. */
  readonly cobrancas!: SubscriptionChargeView[];
}

export function toSubscriptionEvent(
  { id, status }: Subscription,
  charges: readonly SubscriptionCharge[],
): SubscriptionEvent {
  return { id, status, cobrancas: charges.map(toChargeView) };
}

export function toSubscriptionView(
  subscription: Subscription,
  charges: readonly SubscriptionCharge[],
): SubscriptionView {
  const { status } = subscription;
  const pixCopiaECola = status === 'AGUARDANDO_APROVACAO' ? subscription.pixCopiaECola : null;
  return {
    ...toSubscriptionRowView(subscription),
    pixCopiaECola,
    qrCode: pixCopiaECola === null ? null : renderQrCodeUrl(pixCopiaECola),
    cobrancas: charges.map(toChargeView),
  };
}

export function toSubscriptionRowView(subscription: Subscription): SubscriptionRowView {
  const { id, contrato, plano, valor, nome, cpf, jornada, status, motivo } = subscription;
  const { dataInicial, idRec, criadoEm, aprovarAte, aprovadaEm, encerradaEm } = subscription;
  return {
    id,
    contrato,
    plano: { id: plano, nome: findPlan(plano)?.nome ?? plano },
    valor,
    nome,
    cpf: hideTaxId(cpf),
    jornada,
    status,
    motivo,
    dataInicial,
    idRec,
    criadoEm: criadoEm.toISOString(),
    aprovarAte: aprovarAte.toISOString(),
    aprovadaEm: aprovadaEm?.toISOString() ?? null,
    encerradaEm: encerradaEm?.toISOString() ?? null,
  };
}

export function toChargeView(charge: SubscriptionCharge): SubscriptionChargeView {
  const { id, competencia, tipo, txid, valor, vencimento, status, motivo } = charge;
  const { retentativas, novaTentativa, pagaEm } = charge;
  return {
    id,
    competencia,
    tipo,
    txid,
    valor,
    vencimento,
    status,
    motivo,
    retentativas,
    novaTentativa,
    pagaEm: pagaEm?.toISOString() ?? null,
  };
}
