import type { CobCompleta, CobVCompleta } from 'nestjs-pix';
import { resolveCobAmount, type Amount } from '../domain/payment/cob-amount.js';
import { resolveCobVAmount } from '../domain/payment/cobv-amount.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { toCob } from '../domain/views/cob.view.js';
import { toCobV } from '../domain/views/cobv.view.js';
import { CobRecord } from '../families/cob/cob.record.js';
import { CobVRecord } from '../families/cobv/cobv.record.js';
import { toDay } from '../kernel/calendar/civil-date.js';
import type { Frozen } from '../kernel/draft.js';
import type { ChargeSummary } from './answers.js';

/** A charge that a payer can pay by its txid or code. */
export type PayableRecord = CobRecord | CobVRecord;

export function toChargeSummary(state: SimulatorState, record: PayableRecord): ChargeSummary {
  const { txid, createdAt, conteudo, revisao, pix } = record;
  const { status, valor, chave, devedor, solicitacaoPagador } = conteudo;
  const devido = resolveAmountNow(state, record);
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
    vence: formatDue(record),
    revisao,
    pagamentos: pix.length,
  };
}

/** Converts a charge to its response in the Pix API. */
export function toChargeBody(
  state: SimulatorState,
  record: PayableRecord,
): Frozen<CobCompleta | CobVCompleta> {
  const { settings } = state;
  return record instanceof CobRecord ? toCob(settings, record) : toCobV(settings, record);
}

function isExpired({ clock }: SimulatorState, record: PayableRecord): boolean {
  return record instanceof CobRecord
    ? record.isExpired(clock.now())
    : record.isExpiredOn(toDay(clock.now()));
}

function formatDue(record: PayableRecord): string {
  if (record instanceof CobVRecord) return record.conteudo.dataDeVencimento;
  return new Date(record.createdAt + record.conteudo.expiracao * 1_000).toISOString();
}

function resolveAmountNow({ clock }: SimulatorState, record: PayableRecord): string | undefined {
  try {
    return resolveAmount(record, toDay(clock.now())).valor;
  } catch {
    // The payer chooses the amount of this charge.
    return undefined;
  }
}

function resolveAmount(record: PayableRecord, day: string): Amount {
  return record instanceof CobRecord
    ? resolveCobAmount(record.conteudo.valor, {})
    : resolveCobVAmount(record.conteudo, day, {});
}
