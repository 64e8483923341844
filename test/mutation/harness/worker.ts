import 'reflect-metadata';
import { pathToFileURL } from 'node:url';
import type {
  WorkerMessage,
  Collected,
  CollectedTest,
  Request,
  Selection,
  MutantResult,
} from './protocol.js';
import { record, type SpecFile, type TestCase } from './registry.js';
import { runTests, type TestResult } from './run-tests.js';
import { activate, takeHits, wasReached } from './switch.js';

const COLLECTION_LIMIT = 60_000;
const HOOK_LIMIT = 30_000;
/** Time limit for loading a spec, in milliseconds. A mutant with an endless loop reaches it twice. */
const LOAD_LIMIT = 30_000;
/** Milliseconds above which the load of the machine can fail a test. */
const SLOW = 250;

interface Failed {
  test: TestCase;
  result: TestResult;
}

const files = new Map<string, SpecFile>();

// A mutant that is executed while modules are loaded must be active from the start.
activate(Number(process.env.MUTATION_ACTIVE ?? 0));

process.on('message', (request: Request) => {
  void (request.kind === 'collect' ? collect(request.file) : evaluate(request));
});
sendMessage({ kind: 'ready' });

async function collect(path: string): Promise<void> {
  takeHits();
  let file: SpecFile;
  try {
    file = await open(path);
  } catch (error) {
    const result = { file: path, loaded: [], tests: [], setup: 0, failure: describeFailure(error) };
    sendMessage({ kind: 'collected', result });
    return;
  }
  const loaded = takeHits();
  const tests = new Map<TestCase, CollectedTest>();
  const add = (test: TestCase, hits: readonly number[], result?: TestResult) => {
    const entry = tests.get(test) ?? { index: test.index, name: test.name, ms: 0, hits: [] };
    entry.hits = [...new Set([...entry.hits, ...hits])];
    entry.ms += result?.ms ?? 0;
    if (result?.failure !== undefined) entry.failure = describeFailure(result.failure);
    tests.set(test, entry);
  };
  const start = performance.now();
  await runTests(file, {
    limit: () => COLLECTION_LIMIT,
    onStart: started,
    onPrepared: (prepared) => {
      const hits = takeHits();
      for (const test of prepared) add(test, hits);
    },
    onResult: (test, result) => {
      add(test, takeHits(), result);
    },
  });
  const list = [...tests.values()];
  const setup = performance.now() - start - list.reduce((sum, { ms }) => sum + ms, 0);
  const result: Collected = { file: path, loaded, tests: list, setup };
  sendMessage({ kind: 'collected', result });
}

async function evaluate({
  mutant,
  selection,
}: Extract<Request, { kind: 'evaluate' }>): Promise<void> {
  activate(mutant);
  for (const part of selection) {
    const found = await evaluateWith(part, mutant);
    if (found !== undefined) {
      sendMessage({ kind: 'evaluated', reached: wasReached(), ...found });
      return;
    }
  }
  sendMessage({ kind: 'evaluated', reached: wasReached(), result: 'survived' });
}

/** Runs the tests of one file. Returns `undefined` if all of them pass. */
async function evaluateWith(
  part: Selection,
  mutant: number,
): Promise<{ result: MutantResult; by: string } | undefined> {
  const fromStart = process.env.MUTATION_ACTIVE !== undefined;
  let failed: Failed | undefined;
  try {
    failed = await firstFailure(part);
  } catch (error) {
    // A spec file that cannot be loaded with the mutant detects it.
    if (!fromStart) throw error;
    return { result: 'killed', by: `${part.file}: ${describeFailure(error)}` };
  }
  if (failed === undefined) return undefined;
  const by = `${part.file}: ${failed.test.name}`;
  if (failed.result.timedOut) return { result: 'timeout', by };
  const sound = fromStart || (await isCause(mutant, part, failed.test));
  return { result: sound ? 'killed' : 'unsound', by };
}

/**
 * Returns whether the mutant caused the failure of a test: the tests up to it pass without the mutant. A slow test, which
 * can fail on a busy machine, must fail again with the mutant.
 */
async function isCause(mutant: number, part: Selection, last: TestCase): Promise<boolean> {
  if (!wasReached()) return false;
  const tests = part.tests.filter(({ index }) => index <= last.index);
  activate(0);
  if ((await firstFailure({ ...part, tests })) !== undefined) return false;
  activate(mutant);
  const isSlow = (tests.at(-1)?.ms ?? 0) > SLOW;
  return !isSlow || (await firstFailure({ ...part, tests })) !== undefined;
}

async function firstFailure({ file, tests }: Selection): Promise<Failed | undefined> {
  const usual = new Map(tests.map(({ index, ms }) => [index, ms]));
  let failed: Failed | undefined;
  await runTests(await open(file), {
    only: new Set(usual.keys()),
    bail: true,
    limit: (test) => (test === undefined ? HOOK_LIMIT : 4_000 + 4 * (usual.get(test.index) ?? 0)),
    onStart: started,
    onResult: (test, result) => {
      if (result.failure !== undefined) failed ??= { test, result };
    },
  });
  return failed;
}

async function open(path: string): Promise<SpecFile> {
  const known = files.get(path);
  if (known !== undefined) return known;
  started(LOAD_LIMIT);
  const file = await record(() => import(pathToFileURL(path).href));
  files.set(path, file);
  return file;
}

function started(limit: number): void {
  sendMessage({ kind: 'started', limit });
}

function describeFailure(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function sendMessage(answer: WorkerMessage): void {
  process.send?.(answer);
}
