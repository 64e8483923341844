import type { TipoCob } from '../../contract/loc/loc.types.js';
import type { LocRecord } from '../loc/loc.store.js';
import type { SimulatorState } from '../simulator-state.js';

interface Located {
  readonly txid: string;
  readonly criadoEm: number;
  loc: LocRecord | undefined;
}

/** Shows a charge at the location asked for, or at one made with it, and frees the one it was shown at. */
export function showAt(
  { locs }: SimulatorState,
  record: Located,
  tipoCob: TipoCob,
  locId: number | undefined,
): void {
  const loc = locId === undefined ? locs.create(tipoCob, record.criadoEm) : locs.get(locId);
  if (loc === undefined || loc === record.loc) return;
  if (record.loc !== undefined) locs.show(record.loc, undefined);
  locs.show(loc, record.txid);
  record.loc = loc;
}
