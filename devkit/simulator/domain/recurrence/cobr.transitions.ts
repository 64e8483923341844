import type { CobREncerramento } from 'nestjs-pix';
import { findPending, isCobROpen, type CobRRecord } from '../../families/cobr/cobr.record.js';
import { changeStatus } from '../../families/shared/change-status.js';
import type { Draft } from '../../kernel/draft.js';
import { notifyCobR } from '../notifications/notify-cobr.js';
import type { SimulatorState } from '../state/simulator-state.js';

type CobRDraft = Draft<CobRRecord>;

/**
 * Changes a charge and notifies the webhook of recurring charges.
 *
 * @param change receives the charge and the current instant, RFC 3339
 */
export function updateCobR(
  state: SimulatorState,
  cobr: CobRRecord,
  change: (draft: CobRDraft, at: string) => void,
): void {
  state.cobrs.update(cobr, (draft) => {
    change(draft, state.clock.iso());
  });
  notifyCobR(state, cobr);
}

/** Cancels an open charge and its pending attempt. A charge that has ended does not change. */
export function cancelCobR(
  state: SimulatorState,
  cobr: CobRRecord,
  cancelamento: NonNullable<CobREncerramento['cancelamento']>,
): void {
  if (!isCobROpen(cobr)) return;
  updateCobR(state, cobr, (draft, at) => {
    const pending = findPending(draft);
    if (pending !== undefined) changeStatus(pending, 'CANCELADA', at);
    draft.encerramento = { cancelamento };
    changeStatus(draft, 'CANCELADA', at);
  });
}
