import { ValidationError } from '../errors/index.js';
import { qrMatrix } from './qr-matrix.js';
import { toPng } from './to-png.js';
import { toSvg } from './to-svg.js';
import { toTerminal } from './to-terminal.js';

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
