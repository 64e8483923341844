import { toDay } from '../kernel/calendar/civil-date.js';
import { CobRecord } from '../domain/state/cob.record.js';
import { toCob } from '../domain/views/cob.view.js';
import { CobVRecord } from '../domain/state/cobv.record.js';
import { toCobV } from '../domain/views/cobv.view.js';
import { resolveCobAmount } from '../domain/payment/cob-amount.js';
import type { Amount } from '../domain/payment/cob-amount.js';
import { resolveCobVAmount } from '../domain/payment/cobv-amount.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';

/** A charge of one of the kinds that a payer pays. */
export type PayableRecord = CobRecord | CobVRecord;

/** A charge in a list, with what a payer needs to know. */
export interface ChargeSummary {
  kind: 'cob' | 'cobv';
  txid: string;
  status: string;
  /** Whether its time is over: it stays ATIVA, but nobody pays it. */
  expired: boolean;
  valor: string;
  /** What it amounts to now; absent where the payer chooses. */
  valorDevido?: string;
  chave: string;
  devedor?: string;
  solicitacaoPagador?: string;
  criacao: string;
  /** Until when it is paid: an instant for `cob`, the due date for `cobv`. */
  vence: string;
  revisao: number;
  /** Payments that it has had. */
  pagamentos: number;
}

export function toChargeSummary(state: SimulatorState, record: PayableRecord): ChargeSummary {
  const { txid, createdAt, conteudo, revisao, pix } = record;
  const { status, valor, chave, devedor, solicitacaoPagador } = conteudo;
  const devido = amountNow(state, record);
  return {
    kind: record instanceof CobRecord ? 'cob' : 'cobv',
    txid,
    status,
    expired: isExpired(state, record),
    valor: valor.original,
    ...(devido !== undefined && { valorDevido: devido }),
    chave,
    ...(devedor && { devedor: devedor.nome }),
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    criacao: new Date(createdAt).toISOString(),
    vence: endOf(record),
    revisao,
    pagamentos: pix.length,
  };
}

/** A charge as the API shows it. */
export function chargeBody(state: SimulatorState, record: PayableRecord): object {
  const { settings } = state;
  return record instanceof CobRecord ? toCob(settings, record) : toCobV(settings, record);
}

function isExpired({ clock }: SimulatorState, record: PayableRecord): boolean {
  return record instanceof CobRecord
    ? record.isExpired(clock.now())
    : record.isExpiredOn(toDay(clock.now()));
}

function endOf(record: PayableRecord): string {
  if (record instanceof CobVRecord) return record.conteudo.dataDeVencimento;
  return new Date(record.createdAt + record.conteudo.expiracao * 1_000).toISOString();
}

function amountNow({ clock }: SimulatorState, record: PayableRecord): string | undefined {
  try {
    return amountOf(record, toDay(clock.now())).valor;
  } catch {
    // A charge whose amount is the payer's to choose asks for none.
    return undefined;
  }
}

function amountOf(record: PayableRecord, day: string): Amount {
  return record instanceof CobRecord
    ? resolveCobAmount(record.conteudo.valor, {})
    : resolveCobVAmount(record.conteudo, day, {});
}
