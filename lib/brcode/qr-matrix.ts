import encodeQR from 'qr';

import { ValidationError } from '../errors/index.js';

/** Rows of modules, `true` if dark, without the quiet zone. */
export type QrMatrix = readonly (readonly boolean[])[];

/** Capacity in bytes of the largest symbol with error correction M (ISO/IEC 18004, table 7). */
const MAX_BYTES = 2331;

export function qrMatrix(text: string): QrMatrix {
  if (typeof text !== 'string' || text === '' || Buffer.byteLength(text) > MAX_BYTES) {
    throw new ValidationError(`text deve ter de 1 a ${MAX_BYTES} bytes`, { field: 'text' });
  }
  // The package requires a border: use the smallest and remove it.
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}
