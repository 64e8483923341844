import type { CobRCompleta } from 'nestjs-pix';
import { hideTaxIds } from '../bank/hide-tax-ids.js';
import type { ChargeStatus } from '../database/schema.js';
import { addDays } from './civil-day.js';

/** The policy `PERMITE_3R_7D`: three further attempts within seven days after the first one. */
const RETRIES = 3;
const RETRY_DAYS = 7;

/** What a recurring charge at the bank means for the shop. */
export interface ChargeState {
  readonly para: ChargeStatus;
  readonly motivo: string;
  /** Further attempts that were requested, including failed ones. */
  readonly retentativas: number;
  /** The day of the pending attempt, `YYYY-MM-DD`. */
  readonly pendente: string | undefined;
  /** Whether the shop must request another attempt. */
  readonly needsRetry: boolean;
  /** The last day on which an attempt is permitted, `YYYY-MM-DD`. */
  readonly ultimoDia: string;
}

/** A recurring charge as the bank returns it. `tentativas` is absent in the response to its creation. */
export type RecurringCharge = Pick<
  CobRCompleta,
  'idRec' | 'txid' | 'status' | 'calendario' | 'encerramento' | 'tentativas' | 'pix'
>;

/**
 * Translates a recurring charge (schemas `CobRStatus` and `CobRTentativas`). The status of the bank does not show failed
 * attempts: a charge stays `ATIVA` between them.
 *
 * | Bank                                         | Shop                |
 * | -------------------------------------------- | ------------------- |
 * | `CRIADA`, `ATIVA` before the end of attempt 1 | `AGENDADA`          |
 * | `ATIVA` after a failed attempt               | `EM_NOVA_TENTATIVA` |
 * | `ATIVA`, no attempt pending or permitted     | `NAO_PAGA`          |
 * | `CONCLUIDA`                                  | `PAGA`              |
 * | `REJEITADA`                                  | `REJEITADA`         |
 * | `EXPIRADA`                                   | `NAO_PAGA`          |
 * | `CANCELADA`                                  | `CANCELADA`         |
 *
 * @param today `YYYY-MM-DD`
 * @returns `undefined` for a status that the specification does not define
 */
export function interpretCharge(charge: RecurringCharge, today: string): ChargeState | undefined {
  const { calendario, tentativas = [] } = charge;
  const first = tentativas[0]?.dataLiquidacao ?? calendario.dataDeVencimento;
  const pending = tentativas.find(({ status }) => status === 'SOLICITADA' || status === 'AGENDADA');
  const attempts: Attempts = {
    retentativas: tentativas.filter(({ tipo }) => tipo === 'NTAG').length,
    pendente: pending?.dataLiquidacao,
    hasFailed: tentativas.length > 0 && pending === undefined,
    ultimoDia: addDays(first, RETRY_DAYS),
  };
  const status =
    charge.status === 'ATIVA' ? findActiveStatus(attempts, today) : STATUSES.get(charge.status);
  return status && toState(charge, status, attempts);
}

type Attempts = Pick<ChargeState, 'retentativas' | 'pendente' | 'ultimoDia'> & {
  /** Whether no attempt is pending, after at least one. */
  readonly hasFailed: boolean;
};

const STATUSES: ReadonlyMap<string, ChargeStatus> = new Map([
  ['CRIADA', 'AGENDADA'],
  ['CONCLUIDA', 'PAGA'],
  ['REJEITADA', 'REJEITADA'],
  ['EXPIRADA', 'NAO_PAGA'],
  ['CANCELADA', 'CANCELADA'],
]);

function findActiveStatus(
  { retentativas, hasFailed, ultimoDia }: Attempts,
  today: string,
): ChargeStatus {
  const mayRetry = retentativas < RETRIES && today < ultimoDia;
  if (hasFailed && !mayRetry) return 'NAO_PAGA';
  return hasFailed || retentativas > 0 ? 'EM_NOVA_TENTATIVA' : 'AGENDADA';
}

function toState(
  charge: RecurringCharge,
  para: ChargeStatus,
  { hasFailed, ...attempts }: Attempts,
): ChargeState {
  const needsRetry = para === 'EM_NOVA_TENTATIVA' && hasFailed;
  return { ...attempts, para, motivo: explain(charge, para), needsRetry };
}

const REASONS: Readonly<Partial<Record<ChargeStatus, string>>> = {
  PAGA: 'cobrança liquidada',
  NAO_PAGA: 'tentativas esgotadas sem pagamento',
  AGENDADA: 'cobrança agendada no banco',
};

function explain({ tentativas = [], encerramento }: RecurringCharge, para: ChargeStatus): string {
  if (para === 'EM_NOVA_TENTATIVA') return explainFailure(tentativas);
  const { cancelamento, rejeicao } = encerramento ?? {};
  const byPayer = cancelamento?.solicitante.endsWith('PAGADOR') === true;
  if (para === 'CANCELADA' && byPayer) return 'cobrança cancelada pelo pagador, no banco';
  return REASONS[para] ?? hideTaxIds(rejeicao?.descricao ?? 'cobrança encerrada no banco');
}

function explainFailure(tentativas: NonNullable<RecurringCharge['tentativas']>): string {
  const failure = tentativas.findLast(({ status }) => status === 'REJEITADA');
  return hideTaxIds(failure?.rejeicao?.descricao ?? 'tentativa sem saldo na conta do pagador');
}
