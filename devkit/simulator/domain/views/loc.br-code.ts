import { encodeBrCode } from 'nestjs-pix';
import type { LocRecord } from '../../families/loc/location.record.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';

/** Builds the BR Code of the charge at a location. */
export function buildBrCode(
  { location }: LocRecord,
  { nome, cidade }: SimulatorSettings['recebedor'],
): string {
  return encodeBrCode({ location, nome, cidade });
}
