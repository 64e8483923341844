/**
 * Measures the library as `npm run build` wrote it, and writes docs/benchmarks.md and docs/benchmarks.svg:
 * `npm run bench [-- client receiver notification ledger simulator import memory growth]`. `--print` writes nothing, `--rounds 3` measures less,
 * `--page` measures nothing and writes page and chart again.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../support/compile.js';
import { buildChart, CHART } from './report/chart.js';
import { buildPage, formatRatio, PAGE } from './report/page.js';
import {
  describeMachine,
  readResults,
  RESULTS,
  writeFormatted,
  type Results,
  type SectionResult,
} from './results.js';
import { sections } from './sections/index.js';

function print({ groups }: SectionResult): void {
  for (const { title, rows } of groups) {
    console.log(`\n${title}`);
    for (const { name, ratio, low, high } of rows) {
      const spread = `${formatRatio(low)} to ${formatRatio(high)}`;
      console.log(`${formatRatio(ratio).padStart(8)}  ${spread.padStart(16)}  ${name}`);
    }
  }
}

async function writePage(results: Results): Promise<void> {
  await writeFormatted(PAGE, buildPage(sections, results));
  await writeFile(join(ROOT, CHART), buildChart(sections, results));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { print: { type: 'boolean' }, rounds: { type: 'string' }, page: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !sections.some(({ id }) => id === name));
if (unknown.length > 0) {
  const known = sections.map(({ id }) => id).join(', ');
  throw new Error(`Unknown section ${unknown.join(', ')}. The sections are ${known}.`);
}

if (values.page === true) await writePage(await readResults());
for (const section of values.page === true ? [] : sections) {
  if (positionals.length > 0 && !positionals.includes(section.id)) continue;
  const rounds = Number(values.rounds ?? section.rounds);
  const result = { machine: describeMachine(), rounds, groups: await section.run(rounds) };
  print(result);
  if (values.print === true) continue;
  // After each section, so that an interrupted run keeps what it measured.
  const results = { ...(await readResults()), [section.id]: result };
  await writeFormatted(RESULTS, JSON.stringify(results));
  await writePage(results);
}
