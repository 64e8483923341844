import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { findDefects } from './find-defects.js';
import { models, type ModelName } from './models.js';
import { buildPlan, type Plan } from './plan.js';
import { formatPlan, formatShrunk, formatSummary, formatTraces } from './report.js';
import type { Result } from './simulate.js';
import { runInWorkers } from './workers.js';

interface Options {
  readonly model: ModelName;
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
  .description(
    'Deterministic simulation of the client, the receiver and the simulated bank, or of the ledger.',
  )
  .addOption(
    new Option('--model <name>', 'what is simulated')
      .choices(Object.keys(models))
      .default('client'),
  )
  .option('--seeds <count>', 'how many seeds to run', whole, 1_000)
  .option('--from <seed>', 'the first of them', whole, 1)
  .option('--seed <seed>', 'run only this one, and shrink it if it fails', whole)
  .option('--keep <steps>', 'with --seed: run only these steps (0,4,9) of the client', numbers)
  .option('--trace', 'with --seed: print every event')
  .option('--traces', 'print the hash of the trace of each seed')
  .option('--workers <count>', 'processes that run seeds', whole, availableParallelism())
  .option('--defects [name]', 'plant defects one at a time, and search for each')
  .parse()
  .opts<Options>();

process.exitCode = (await main()) ? 0 : 1;

/** @returns whether every invariant was satisfied */
async function main(): Promise<boolean> {
  const { model, seed, defects, seeds, workers } = options;
  if (seed !== undefined) return model === 'client' ? runPlan(seed) : runSeed(seed);
  if (defects !== undefined) {
    const only = defects !== true && { name: defects };
    return findDefects({ model, seeds, workers, ...only }, print);
  }
  const began = performance.now();
  const summary = await runInWorkers(options);
  print(formatSummary(summary, (performance.now() - began) / 1_000));
  if (options.traces === true) print(formatTraces(summary));
  const [first] = summary.failures;
  if (first === undefined) return true;
  if (model === 'client') {
    await models.client.load();
    const { shrink } = await import('./shrink.js');
    print(formatShrunk(await shrink(buildPlan(first.seed))));
  } else print(`replay: npm run dst -- --model ${model} --seed ${first.seed} --trace`);
  return false;
}

/** Runs one seed of the client, and shrinks it if it fails. */
async function runPlan(seed: number): Promise<boolean> {
  await models.client.load();
  const { simulate } = await import('./simulate.js');
  const plan = selectSteps(buildPlan(seed));
  const result = await simulate(plan);
  if (options.trace === true) print(formatPlan(plan));
  printResult(result);
  if (result.violations.length === 0) return true;
  const { shrink } = await import('./shrink.js');
  if (options.trace === undefined) print(formatShrunk(await shrink(plan)));
  return false;
}

async function runSeed(seed: number): Promise<boolean> {
  const simulate = await models[options.model].load();
  const result = await simulate(seed);
  printResult(result);
  return result.violations.length === 0;
}

function printResult({ seed, log, hash, actions, violations }: Result): void {
  if (options.trace === true) print(log.join('\n'));
  print(`seed ${seed}: trace ${hash.toString(16)}, ${actions} actions`);
  if (violations.length > 0) print(violations.join('\n'));
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
