import { encodeBrCode } from '../../../brcode/index.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';
import type { LocRecord } from '../state/location.record.js';

/** The copy-and-paste text of the charge at a location. */
export function brCodeOf(
  { location }: LocRecord,
  { nome, cidade }: SimulatorSettings['recebedor'],
): string {
  return encodeBrCode({ location, nome, cidade });
}
