import type { Series } from './prometheus.js';

/** A panel and what its queries returned. */
export interface DrawnPanel {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly values: Series['values'] }[];
}

const [WIDTH, HEIGHT, COLUMNS, GAP] = [400, 190, 2, 12];
const [LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT] = [48, 30, 336, 96];
const LEGEND_COLUMNS = 2;
const MAX_LEGEND = 6;
const COLORS = ['#2f6fde', '#d9480f', '#2b8a3e', '#9c36b5', '#e8a200', '#0b7285'];

/** Draws the panels, two in a row. */
export function draw(panels: readonly DrawnPanel[]): string {
  const rows = Math.ceil(panels.length / COLUMNS);
  const [width, height] = [COLUMNS * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP];
  const drawn = panels.map((panel, index) => {
    const x = GAP + (index % COLUMNS) * (WIDTH + GAP);
    const y = GAP + Math.floor(index / COLUMNS) * (HEIGHT + GAP);
    return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="10"><rect width="${width}" height="${height}" fill="#eef0f3"/>${drawn.join('\n')}</svg>\n`;
}

function drawPanel({ title, lines }: DrawnPanel): string {
  const numbers = lines.flatMap(({ values }) => values.map(([, text]) => Number(text)));
  const max = Math.max(...numbers.filter(Number.isFinite), 0) || 1;
  const times = lines.flatMap(({ values }) => values.map(([time]) => time));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const toX = (time: number): number => LEFT + ((time - from) / (to - from || 1)) * PLOT_WIDTH;
  const toY = (value: number): number => TOP + PLOT_HEIGHT * (1 - value / max);
  const paths = lines.map(({ values }, index) => {
    const points = values
      .filter(([, text]) => Number.isFinite(Number(text)))
      .map(([time, text]) => `${toX(time).toFixed(1)},${toY(Number(text)).toFixed(1)}`);
    return `<polyline fill="none" stroke-width="1.5" stroke="${pickColor(index)}" points="${points.join(' ')}"/>`;
  });
  const axis = [0, max / 2, max].map((value) => {
    const y = toY(value);
    return `<path d="M${LEFT} ${y}h${PLOT_WIDTH}" stroke="#dde1e6"/><text x="${LEFT - 5}" y="${y + 3}" text-anchor="end" fill="#667">${format(value)}</text>`;
  });
  return `<rect width="${WIDTH}" height="${HEIGHT}" rx="4" fill="#fff"/><text x="12" y="18" font-size="12" font-weight="bold" fill="#223">${escape(title)}</text>${axis.join('')}${paths.join('')}${drawLegend(lines.map(({ name }) => name))}`;
}

function drawLegend(names: readonly string[]): string {
  const shown =
    names.length > MAX_LEGEND
      ? [...names.slice(0, MAX_LEGEND - 1), `${names.length - MAX_LEGEND + 1} more`]
      : names;
  return shown
    .map((name, index) => {
      const x = 14 + (index % LEGEND_COLUMNS) * (WIDTH / LEGEND_COLUMNS);
      const y = TOP + PLOT_HEIGHT + 20 + Math.floor(index / LEGEND_COLUMNS) * 14;
      return `<rect x="${x}" y="${y - 7}" width="8" height="8" fill="${pickColor(index)}"/><text x="${x + 13}" y="${y}" fill="#445">${escape(name)}</text>`;
    })
    .join('');
}

function pickColor(index: number): string {
  return COLORS[index % COLORS.length] ?? '#000';
}

function format(value: number): string {
  return String(Number(value.toPrecision(2)));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
