import type { Group, Results, Row } from '../results.js';
import type { BenchSection } from '../sections/section.js';
import { formatRatio } from './page.js';

export const CHART = 'docs/benchmarks.svg';

const WIDTH = 760;
const MARGIN = 20;
/** Where the bars begin, and how long the longest one of a group is. */
const BAR = { x: 300, width: 370, height: 14 };
const ROW = 22;
const HEADING = 44;

/** Colors for light and dark; the background is part of the image, because a page may have the other one. */
const STYLE = `
  svg { --back: #ffffff; --text: #1f2328; --muted: #59636e; --other: #8c959f; --own: #0969da; }
  @media (prefers-color-scheme: dark) {
    svg { --back: #0d1117; --text: #f0f6fc; --muted: #9198a1; --other: #656c76; --own: #4493f8; }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--text); }
  .title { font-weight: 600; font-size: 14px; }
  .muted { fill: var(--muted); }
  .back { fill: var(--back); }
  .own { fill: var(--own); }
  .other { fill: var(--other); }
  .baseline { stroke: var(--muted); stroke-dasharray: 3 3; }
`;

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function drawRow({ name, ratio }: Row, y: number, scale: number): string {
  const width = Math.max(1, ratio * scale);
  const middle = y + BAR.height / 2 + 4;
  return [
    `<text x="${BAR.x - 10}" y="${middle}" text-anchor="end">${escape(name)}</text>`,
    `<rect class="${name.includes('nestjs-pix') ? 'own' : 'other'}" x="${BAR.x}" y="${y}" width="${width.toFixed(1)}" height="${BAR.height}" rx="2"/>`,
    `<text x="${(BAR.x + width + 6).toFixed(1)}" y="${middle}">${formatRatio(ratio)}</text>`,
  ].join('\n');
}

function drawGroup({ title, rows }: Group, what: string, top: number): string {
  const scale = BAR.width / Math.max(1, ...rows.map(({ ratio }) => ratio));
  const first = top + HEADING;
  const baseline = (BAR.x + scale).toFixed(1);
  return [
    `<text class="title" x="${MARGIN}" y="${top + 18}">${escape(title)}</text>`,
    `<text class="muted" x="${MARGIN}" y="${top + 34}">${escape(`${what}, in relation to ${rows[0]?.name ?? ''}`)}</text>`,
    ...rows.map((row, index) => drawRow(row, first + index * ROW, scale)),
    `<line class="baseline" x1="${baseline}" x2="${baseline}" y1="${first - 3}" y2="${first + rows.length * ROW - 5}"/>`,
  ].join('\n');
}

function describe({ title, rows }: Group): string {
  const [first, ...others] = rows;
  const list = others.map(({ name, ratio }) => `${name} ${formatRatio(ratio)}`).join(', ');
  return `${title}, in relation to ${first?.name ?? ''}: ${list}.`;
}

/** Returns the bars of all ratios as SVG. */
export function buildChart(sections: readonly BenchSection[], results: Results): string {
  let top = MARGIN;
  const drawn: string[] = [];
  const described: string[] = [];
  for (const { id, columns } of sections) {
    for (const group of results[id]?.groups ?? []) {
      drawn.push(drawGroup(group, columns[0]?.name.replace(/,.*/, '') ?? '', top));
      described.push(describe(group));
      top += HEADING + group.rows.length * ROW + 16;
    }
  }
  const text = `<text class="muted" x="${MARGIN}" y="${top + 4}">Lower is better. The dashed line is ×1.00.</text>`;
  const height = top + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title desc">
<title id="title">Costs of nestjs-pix in relation to a baseline; lower is better</title>
<desc id="desc">${escape(described.join(' '))}</desc>
<style>${STYLE}</style>
<rect class="back" width="${WIDTH}" height="${height}"/>
${[...drawn, text].join('\n')}
</svg>
`;
}
