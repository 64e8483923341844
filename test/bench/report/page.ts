import { buildTable } from '../../support/markdown.js';
import type { Results, Row, SectionResult } from '../results.js';
import type { BenchSection } from '../sections/section.js';

export const PAGE = 'docs/benchmarks.md';

/** Returns a ratio as text: ×0.92. */
export function formatRatio(ratio: number): string {
  return `×${ratio.toFixed(ratio < 10 ? 2 : 1)}`;
}

function formatNumber(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined) return '';
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function buildCells({ columns }: BenchSection, row: Row, index: number, rounds: number): string[] {
  const { name, ratio, low, high, values } = row;
  const spread = index === 0 ? '' : `${formatRatio(low)} to ${formatRatio(high)}`;
  return [
    formatRatio(ratio),
    ...(rounds > 1 ? [spread] : []),
    name,
    ...columns.map(({ digits }, column) => formatNumber(values[column], digits)),
  ];
}

function buildSection(section: BenchSection, { machine, rounds, groups }: SectionResult): string {
  const { id, title, text, columns } = section;
  const spread = rounds > 1 ? ['middle half of the rounds'] : [];
  const header = ['Ratio', ...spread, 'Variant', ...columns.map(({ name }) => name)];
  const tables = groups.map((group) => {
    const rows = group.rows.map((row, index) => buildCells(section, row, index, rounds));
    const table = buildTable(header, rows);
    return groups.length === 1 ? table : `${group.title}:\n\n${table}`;
  });
  const { node, cpu, cores, system } = machine;
  const measured = `\`npm run bench -- ${id}\`: ${rounds === 1 ? '1 round' : `${rounds} rounds`}, Node ${node}, ${cpu}, ${cores} cores, ${system}.`;
  return [`## ${title}`, text, ...tables, measured].join('\n\n');
}

const INTRODUCTION = `# Benchmarks

<!-- Written by \`npm run bench\`. Do not edit. -->

\`npm run bench\` measures the library as it is built, writes this page and draws the chart. It needs PostgreSQL, Redis and the npm registry (CONTRIBUTING.md). \`npm run bench -- client import\` measures single sections and leaves the others as they are.

A ratio is the cost in relation to the first row of its table: lower is better, and ×1.00 is as much as the first row. All rows are measured in turn, round by round, each against the first row of the same round; the table shows the median of the rounds. Other load on the machine affects both sides of a ratio, so compare ratios, and absolute values only within a table.

![Costs in relation to a baseline](benchmarks.svg)`;

/** Returns the page that shows the results. */
export function buildPage(sections: readonly BenchSection[], results: Results): string {
  const parts = sections.flatMap((section) => {
    const result = results[section.id];
    return result === undefined ? [] : buildSection(section, result);
  });
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}
