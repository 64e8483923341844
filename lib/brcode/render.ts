import { encode } from 'fast-png';
import encodeQR from 'qr';
import { ValidationError } from '../errors/index.js';

export interface QrCodeOptions {
  /** Pixels per module, 1 to 32. A terminal has a fixed size. Default: 8. */
  scale?: number | undefined;
  /**
   * Quiet zone in modules, 0 to 64; readers expect 4 (ISO/IEC 18004). Default: 4, in a terminal 2.
   */
  margin?: number | undefined;
}

export type QrCodeFormat = 'svg' | 'png' | 'terminal';

/**
 * Renders a code with error correction M: SVG text, the bytes of a PNG, or lines of text for a
 * terminal with colors.
 *
 * @throws ValidationError naming the invalid `field`
 */
export function renderQrCode(
  text: string,
  options: QrCodeOptions & { format: 'svg' | 'terminal' },
): string;
export function renderQrCode(text: string, options: QrCodeOptions & { format: 'png' }): Buffer;
export function renderQrCode(
  text: string,
  options: QrCodeOptions & { format: QrCodeFormat },
): string | Buffer;
export function renderQrCode(
  text: string,
  { format, scale, margin }: QrCodeOptions & { format: QrCodeFormat },
): string | Buffer {
  const pixels = checkInteger('scale', scale ?? 8, 1, 32);
  const quiet = checkInteger('margin', margin ?? (format === 'terminal' ? 2 : 4), 0, 64);
  const matrix = qrMatrix(text);
  switch (format) {
    case 'svg':
      return toSvg(matrix, pixels, quiet);
    case 'png':
      return toPng(matrix, pixels, quiet);
    case 'terminal':
      return toTerminal(matrix, quiet);
    default:
      throw new ValidationError('format deve ser svg, png ou terminal', { field: 'format' });
  }
}

function checkInteger(field: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ValidationError(`${field} deve ser um inteiro de ${min} a ${max}`, { field });
  }
  return value;
}

/** Rows of modules, `true` if dark, without the quiet zone. */
type QrMatrix = readonly (readonly boolean[])[];

/** Capacity in bytes of the largest symbol with error correction M (ISO/IEC 18004, table 7). */
const MAX_BYTES = 2331;

function qrMatrix(text: string): QrMatrix {
  if (typeof text !== 'string' || text === '' || Buffer.byteLength(text) > MAX_BYTES) {
    throw new ValidationError(`text deve ter de 1 a ${MAX_BYTES} bytes`, { field: 'text' });
  }
  // The package requires a border: use the smallest and remove it.
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}

/** One path of horizontal runs; the text of the code is nowhere in it. docs/decisions.md D82. */
function toSvg(matrix: QrMatrix, scale: number, margin: number): string {
  const side = matrix.length + 2 * margin;
  const runs = matrix.flatMap((row, y) =>
    Array.from(
      row.map(Number).join('').matchAll(/1+/g),
      ({ index, 0: { length } }) => `M${index + margin} ${y + margin}h${length}v1h-${length}z`,
    ),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side * scale}" height="${side * scale}" ` +
    `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label="QR Code Pix">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${runs.join('')}"/></svg>`
  );
}

/** Renders a grayscale PNG of one bit per pixel. */
function toPng(matrix: QrMatrix, scale: number, margin: number): Buffer {
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

/** Black on white regardless of the terminal's colors: readers do not accept an inverted code. */
const BLACK_ON_WHITE = '\u001B[30;107m';
const RESET = '\u001B[0m';
/** The upper and lower half of a character: two modules in one cell. */
const cells = { '00': ' ', '10': '▀', '01': '▄', '11': '█' } as const;

/** Two rows of modules a line. docs/decisions.md D82. */
function toTerminal(matrix: QrMatrix, margin: number): string {
  const size = matrix.length + 2 * margin;
  const bit = (y: number, x: number) => (matrix[y - margin]?.[x - margin] === true ? '1' : '0');
  const lines: string[] = [];
  for (let y = 0; y < size; y += 2) {
    let line = '';
    for (let x = 0; x < size; x += 1) line += cells[`${bit(y, x)}${bit(y + 1, x)}`];
    lines.push(BLACK_ON_WHITE + line + RESET);
  }
  return `${lines.join('\n')}\n`;
}
