import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { findDefects } from './find-defects.js';
import { buildPlan, type Plan } from './plan.js';
import { formatPlan, formatShrunk, formatSummary, formatTraces } from './report.js';
import { runInWorkers } from './workers.js';

interface Options {
  readonly seeds: number;
  readonly from: number;
  readonly seed?: number;
  readonly keep?: readonly number[];
  readonly trace?: true;
  readonly traces?: true;
  readonly workers: number;
  readonly defects?: string | true;
}

const options = new Command('dst')
  .description('Deterministic simulation of the client, the receiver and the simulated bank.')
  .option('--seeds <count>', 'how many seeds to run', whole, 1_000)
  .option('--from <seed>', 'the first of them', whole, 1)
  .option('--seed <seed>', 'run only this one, and shrink it if it fails', whole)
  .option('--keep <steps>', 'with --seed: run only these steps (0,4,9)', numbers)
  .option('--trace', 'with --seed: print every event')
  .option('--traces', 'print the hash of the trace of each seed')
  .option('--workers <count>', 'processes that run seeds', whole, availableParallelism())
  .option('--defects [name]', 'plant defects one at a time, and search for each')
  .parse()
  .opts<Options>();

process.exitCode = (await main()) ? 0 : 1;

/** @returns whether every invariant was satisfied */
async function main(): Promise<boolean> {
  if (options.seed !== undefined) return runOne(options.seed);
  if (options.defects !== undefined) {
    const { defects, seeds, workers } = options;
    return findDefects({ seeds, workers, ...(defects !== true && { name: defects }) }, print);
  }
  const began = performance.now();
  const summary = await runInWorkers(options);
  print(formatSummary(summary, (performance.now() - began) / 1_000));
  if (options.traces === true) print(formatTraces(summary));
  const [first] = summary.failures;
  if (first === undefined) return true;
  const { shrink } = await loadSimulation();
  print(formatShrunk(await shrink(buildPlan(first.seed))));
  return false;
}

async function runOne(seed: number): Promise<boolean> {
  const { simulate, shrink } = await loadSimulation();
  const plan = selectSteps(buildPlan(seed));
  const result = await simulate(plan);
  if (options.trace === true) print([formatPlan(plan), ...result.log].join('\n'));
  print(`seed ${seed}: trace ${result.hash.toString(16)}, ${result.actions} actions`);
  if (result.violations.length === 0) return true;
  print(result.violations.join('\n'));
  if (options.trace === undefined) print(formatShrunk(await shrink(plan)));
  return false;
}

/** Loads the simulation into this process. A process that only starts workers does not need it. */
async function loadSimulation() {
  const { prepareProcess } = await import('./worker.js');
  prepareProcess();
  return { ...(await import('./simulate.js')), ...(await import('./shrink.js')) };
}

function selectSteps(plan: Plan): Plan {
  const { keep } = options;
  if (keep === undefined) return plan;
  return { ...plan, steps: plan.steps.filter(({ id }) => keep.includes(id)) };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function whole(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError('a whole number.');
  return number;
}

function numbers(text: string): number[] {
  return text.split(',').map(whole);
}
