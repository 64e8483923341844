/** `npm run mutation`: reports mutants of the sources that no test detects. See README.md. */
import { readChanges } from './changed.js';
import { equivalents, separateEquivalents } from './equivalent.js';
import { readLine } from './files.js';
import { listMutants, writeInstrumented } from './mutants/list-mutants.js';
import { readOptions } from './options.js';
import { planRun } from './plan.js';
import {
  findFailures,
  formatSummary,
  formatSurvivors,
  formatTable,
  type AreaResult,
} from './report.js';
import { runArea } from './run-area.js';
import { checkServers } from './servers.js';
import { resultsFile, ResultStore } from './store.js';

const options = readOptions(process.argv.slice(2));
const start = Date.now();
const all = listMutants();
writeInstrumented(all);

const { stale } = separateEquivalents(
  all.flatMap((area) => area.mutants),
  equivalents,
  readLine,
);
for (const { file, original, replacement } of stale) {
  console.error(`equivalent.ts: no such mutant in ${file}: ${original} → ${replacement}`);
}

const store = new ResultStore();
const earlier = options.survivors ? new ResultStore(options.survivors) : store;
const changes =
  options.changed === undefined ? undefined : readChanges(options.changed || undefined);
const sources = all.filter(({ area }) => options.areas.includes(area));
const plan = planRun(sources, options, changes, earlier);
if (plan.note !== undefined) console.error(plan.note);
if (plan.areas.some(({ area }) => area.needsServers)) await checkServers();

const results: AreaResult[] = [];
let left = options.minutes * 60_000;
for (const [index, planned] of plan.areas.entries()) {
  const log = (text: string) => {
    console.error(text);
  };
  // Unused time of an area is available to the next ones.
  const time = left / (plan.areas.length - index);
  const result = await runArea(planned, { options, store, time, log });
  results.push(result);
  left = Math.max(0, left - result.evaluating);
  store.save();
}

const failures = findFailures(results);
console.log(formatSurvivors(results));
console.log(`\n${formatTable(results)}\n`);
console.log(`${formatSummary(results, Date.now() - start)}; results in ${resultsFile}`);
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
