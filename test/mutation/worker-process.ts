import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { root } from './files.js';
import type { WorkerMessage, Request } from './harness/protocol.js';

/** Milliseconds above the time limit of a test after which the process is stuck. */
const GRACE = 5_000;
const START_LIMIT = 90_000;

export class StuckError extends Error {}

/** A process that runs tests, one request at a time. */
export class WorkerProcess {
  #child: ChildProcess | undefined;
  readonly #folder: string;
  readonly #active: number | undefined;

  /** `folder`: folder of the instrumented sources. `active`: mutant that is active from the start of the process. */
  constructor(folder: string, active?: number) {
    this.#folder = folder;
    this.#active = active;
  }

  async ask<K extends WorkerMessage['kind']>(
    request: Request,
    kind: K,
  ): Promise<Extract<WorkerMessage, { kind: K }>> {
    const child = (this.#child ??= await this.#start());
    const answer = this.#wait(child, kind, START_LIMIT);
    child.send(request);
    try {
      return await answer;
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(root, 'test/mutation/harness/worker.ts'), {
      cwd: root,
      execArgv: ['--import', './test/mutation/harness/register.js'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        NODE_NO_WARNINGS: '1',
        MUTATION_FOLDER: this.#folder,
        ...(this.#active !== undefined && { MUTATION_ACTIVE: String(this.#active) }),
      },
      stdio: ['ignore', 'ignore', process.env.MUTATION_DEBUG ? 'inherit' : 'ignore', 'ipc'],
    });
    try {
      await this.#wait(child, 'ready', START_LIMIT);
    } catch (error) {
      child.kill('SIGKILL');
      throw new Error('the process that runs the tests does not start', { cause: error });
    }
    return child;
  }

  /** Waits for an answer of that kind. Each "started" answer resets the time limit. */
  #wait<K extends WorkerMessage['kind']>(child: ChildProcess, kind: K, first: number) {
    return new Promise<Extract<WorkerMessage, { kind: K }>>((resolve, reject) => {
      let timer: NodeJS.Timeout;
      const end = () => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit);
      };
      const arm = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          end();
          reject(new StuckError(`no answer within ${ms} ms`));
        }, ms);
      };
      const onExit = (code: number | null) => {
        end();
        reject(new StuckError(`the process ended with ${String(code)}`));
      };
      const onMessage = (answer: WorkerMessage) => {
        if (answer.kind === 'started') arm(answer.limit + GRACE);
        if (answer.kind !== kind) return;
        end();
        resolve(answer as Extract<WorkerMessage, { kind: K }>);
      };
      arm(first);
      child.on('message', onMessage).on('exit', onExit);
    });
  }
}
