import type { QrMatrix } from './qr-matrix.js';

/** Black on white regardless of the terminal's colors: readers do not accept an inverted code. */
const BLACK_ON_WHITE = '\u001B[30;107m';
const RESET = '\u001B[0m';
/** The upper and lower half of a character: two modules in one cell. */
const cells = { '00': ' ', '10': '▀', '01': '▄', '11': '█' } as const;

/** Two rows of modules a line. docs/decisions.md D82. */
export function toTerminal(matrix: QrMatrix, margin: number): string {
  const side = matrix.length + 2 * margin;
  const bit = (y: number, x: number) => (matrix[y - margin]?.[x - margin] === true ? '1' : '0');
  const lines: string[] = [];
  for (let y = 0; y < side; y += 2) {
    let line = '';
    for (let x = 0; x < side; x += 1) line += cells[`${bit(y, x)}${bit(y + 1, x)}`];
    lines.push(BLACK_ON_WHITE + line + RESET);
  }
  return `${lines.join('\n')}\n`;
}
