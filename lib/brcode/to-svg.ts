import type { QrMatrix } from './qr-matrix.js';

/** One path of horizontal runs; the text of the code is nowhere in it. docs/decisions.md D82. */
export function toSvg(matrix: QrMatrix, scale: number, margin: number): string {
  const side = matrix.length + 2 * margin;
  const runs = matrix.flatMap((row, y) =>
    findRuns(row).map(([x, length]) => {
      return `M${x + margin} ${y + margin}h${length}v1h-${length}z`;
    }),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side * scale}" height="${side * scale}" ` +
    `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label="QR Code Pix">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${runs.join('')}"/></svg>`
  );
}

/** Finds the start and length of each run of dark modules. */
function findRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
