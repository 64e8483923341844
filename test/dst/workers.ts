import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ModelName } from './models.js';
import { emptySummary, merge, type Summary } from './summary.js';
import type { Task } from './worker.js';

/** Maximum number of seeds in each task of a worker, and in a search for the first failure. */
const CHUNK = { all: 100, first: 20 };

/** Options of Node for the workers. Runs make much short-lived data, which a larger young generation frees cheaply. */
const HEAP = '--max-semi-space-size=64';

export interface WorkersOptions {
  readonly model: ModelName;
  readonly from: number;
  readonly seeds: number;
  readonly workers: number;
  /** Changed source text that the workers load. Default: none. */
  readonly patch?: { readonly file: string; readonly find: string; readonly replace: string };
  /** Whether to stop at the first failure. */
  readonly stopAtFailure?: boolean;
}

const program = fileURLToPath(new URL('./worker.ts', import.meta.url));
const typescript = new URL('../support/register-typescript.js', import.meta.url).href;
const patched = new URL('./register-patch.js', import.meta.url).href;

/** Runs seeds in separate processes. */
export async function runInWorkers(options: WorkersOptions): Promise<Summary> {
  const total = emptySummary();
  const tasks = splitTasks(options);
  const count = Math.min(options.workers, tasks.length);
  const children = Array.from({ length: count }, () => start(options));
  const work = async (child: ChildProcess): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const answer = receive(child);
      child.send(task);
      merge(total, (await answer) as Summary);
      if (options.stopAtFailure === true && total.failures.length > 0) return;
    }
  };
  try {
    await Promise.all(
      children.map(async (child) => {
        await receive(child);
        await work(child);
      }),
    );
  } finally {
    for (const child of children) child.kill();
  }
  return total;
}

function splitTasks({ from, seeds, stopAtFailure = false }: WorkersOptions): Task[] {
  const chunk = stopAtFailure ? CHUNK.first : CHUNK.all;
  return Array.from({ length: Math.ceil(seeds / chunk) }, (_, index) => ({
    from: from + index * chunk,
    count: Math.min(chunk, seeds - index * chunk),
  }));
}

function start({ model, patch }: WorkersOptions): ChildProcess {
  return fork(program, [model], {
    execArgv: [HEAP, '--import', patch === undefined ? typescript : patched],
    env: { ...process.env, DST_PATCH: patch === undefined ? '' : JSON.stringify(patch) },
  });
}

async function receive(child: ChildProcess): Promise<unknown> {
  const controller = new AbortController();
  const exited = once(child, 'exit', { signal: controller.signal }).then(() => {
    throw new Error('A worker ended before its work.');
  });
  exited.catch(() => undefined);
  try {
    const [message] = (await Promise.race([once(child, 'message'), exited])) as unknown[];
    return message;
  } finally {
    controller.abort();
  }
}
