import { encode } from 'fast-png';

import type { QrMatrix } from './qr-matrix.js';

/** Renders a grayscale PNG of one bit per pixel. */
export function toPng(matrix: QrMatrix, scale: number, margin: number): Buffer {
  const side = (matrix.length + 2 * margin) * scale;
  const bytesPerLine = Math.ceil(side / 8);
  // All pixels start white; each dark pixel clears its bit, the leftmost being the highest.
  const data = new Uint8Array(bytesPerLine * side).fill(0xff);
  for (let y = 0; y < side; y += 1) {
    const row = matrix[Math.floor(y / scale) - margin];
    if (row === undefined) continue;
    for (let x = 0; x < side; x += 1) {
      if (row[Math.floor(x / scale) - margin] !== true) continue;
      const index = y * bytesPerLine + (x >> 3);
      data[index] = (data[index] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  return Buffer.from(encode({ width: side, height: side, data, depth: 1, channels: 1 }));
}
