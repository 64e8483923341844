import { encodeBrCode } from '../../../brcode/index.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';
import type { LocRecord } from '../state/location.record.js';

/** Builds the BR Code of the charge at a location. */
export function buildBrCode(
  { location }: LocRecord,
  { nome, cidade }: SimulatorSettings['recebedor'],
): string {
  return encodeBrCode({ location, nome, cidade });
}
