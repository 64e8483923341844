import type { CobREncerramento } from '../../contract/cobr/cobr.types.js';
import type { SimulatorState } from '../simulator-state.js';
import { isOpen, standingOf } from './cobr.record.js';
import type { CobRRecord, CobRState, TentativaRecord, TentativaState } from './cobr.record.js';
import { notifyCobR } from './notify-cobr.js';

export function moveTentativa(
  state: SimulatorState,
  tentativa: TentativaRecord,
  status: TentativaState,
): void {
  tentativa.status = status;
  tentativa.atualizacao.push({ status, data: state.clock.iso() });
}

export function moveCobR(state: SimulatorState, cobr: CobRRecord, status: CobRState): void {
  cobr.status = status;
  cobr.atualizacao.push({ status, data: state.clock.iso() });
}

/** Says that a charge or its attempts changed: to the console and the kept state, and to the webhook. */
export function tellCobR(state: SimulatorState, cobr: CobRRecord): void {
  state.cobrs.tell(cobr);
  notifyCobR(state, cobr);
}

/** Ends a charge that may still be settled, and the attempt that stands; one that has ended stays as it is. */
export function cancelCobR(
  state: SimulatorState,
  cobr: CobRRecord,
  cancelamento: NonNullable<CobREncerramento['cancelamento']>,
): void {
  if (!isOpen(cobr)) return;
  const standing = standingOf(cobr);
  if (standing !== undefined) moveTentativa(state, standing, 'CANCELADA');
  cobr.encerramento = { cancelamento };
  moveCobR(state, cobr, 'CANCELADA');
  state.agenda.drop(planName(cobr));
  tellCobR(state, cobr);
}

/** Name of a charge's plan in the agenda. */
export function planName({ txid }: CobRRecord): string {
  return `cobr ${txid}`;
}
