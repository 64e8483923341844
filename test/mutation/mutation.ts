/** `npm run mutation`: which mistakes in the sources no test notices. See README.md. */
import { readChangedLines, touches } from './changed.js';
import { equivalents, sortOut } from './equivalent.js';
import { readText } from './files.js';
import { listMutants, writeInstrumented } from './mutants/list-mutants.js';
import { readOptions } from './options.js';
import { formatSurvivors, formatTable, isBelow, type AreaResult } from './report.js';
import { runArea } from './run-area.js';
import { checkServers } from './servers.js';
import { resultsFile, ResultStore } from './store.js';

const options = readOptions(process.argv.slice(2));
const start = Date.now();
const all = listMutants();
writeInstrumented(all);

const mutants = all.flatMap((area) => area.mutants);
const { stale } = sortOut(
  mutants,
  equivalents,
  ({ file, line }) => readText(file).split('\n')[line - 1] ?? '',
);
for (const { file, original, replacement } of stale) {
  console.error(`equivalent.ts: no such mutant in ${file}: ${original} → ${replacement}`);
}

const changed =
  options.changedSince === undefined ? undefined : readChangedLines(options.changedSince);
const store = new ResultStore();
const earlier = options.survivors ? new ResultStore(options.survivors) : store;
const sources = all.filter(
  ({ area, mutants: own }) =>
    options.areas.includes(area) &&
    (changed === undefined || own.some((mutant) => touches(changed, mutant))),
);
if (sources.some(({ area }) => area.needsServers)) await checkServers();
const results: AreaResult[] = [];
for (const [index, source] of sources.entries()) {
  // What an area leaves of its share of the time goes to the next one.
  const deadline = start + ((index + 1) / sources.length) * options.minutes * 60_000;
  const log = (text: string) => {
    console.error(text);
  };
  results.push(
    await runArea(source, { options, ...(changed && { changed }), earlier, store, deadline, log }),
  );
  store.save();
}

const below = results.filter((result) => isBelow(result, options.atLeast));
const judged = results.reduce((sum, { judgements }) => sum + judgements.length, 0);
const seconds = (Date.now() - start) / 1000;
console.log(formatSurvivors(results));
console.log(`\n${formatTable(results)}\n`);
console.log(`${judged} mutants in ${seconds.toFixed(0)} s; results in ${resultsFile}`);
for (const { area } of below) console.error(`${area.name} is below ${String(area.threshold)} %`);
process.exitCode = below.length > 0 || stale.length > 0 ? 1 : 0;
