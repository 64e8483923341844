import type { TipoCob } from 'nestjs-pix';
import type { LocRecord } from '../../families/loc/location.record.js';
import type { SimulatorState } from '../state/simulator-state.js';

interface Located {
  readonly txid: string;
  readonly createdAt: number;
  readonly loc?: LocRecord | undefined;
}

/**
 * Links a charge to a location and releases the location that it was linked to before.
 *
 * @param locId Default: a new location
 * @returns the location of the charge
 */
export function assignLocation(
  { locs }: SimulatorState,
  charge: Located,
  tipoCob: TipoCob,
  locId: number | undefined,
): LocRecord | undefined {
  const loc = locId === undefined ? locs.create(tipoCob, charge.createdAt) : locs.get(locId);
  if (loc === undefined || loc === charge.loc) return charge.loc;
  if (charge.loc !== undefined) locs.show(charge.loc, undefined);
  locs.show(loc, charge.txid);
  return loc;
}

/** Unlinks the charge of a location. The status of the charge does not change. */
export function releaseCharge({ cobs, cobvs }: SimulatorState, { txid }: LocRecord): void {
  const [cob, cobv] = [cobs.get(txid), cobvs.get(txid)];
  if (cob !== undefined) cobs.update(cob, removeLocation);
  if (cobv !== undefined) cobvs.update(cobv, removeLocation);
}

function removeLocation(draft: { loc: LocRecord | undefined }): void {
  draft.loc = undefined;
}
