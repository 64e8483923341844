import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const running = new Set<ChildProcess>();

/** Starts a file of this folder as a process that runs TypeScript without a build. */
export function startProcess(file: string): ChildProcess {
  const child = fork(resolve(import.meta.dirname, file), {
    cwd: resolve(import.meta.dirname, '../..'),
    execArgv: ['--import', './test/support/register-typescript.js'],
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

/**
 * Resolves with the next message of a process.
 *
 * @throws Error when it ends before
 */
export async function waitForMessage<T>(child: ChildProcess): Promise<T> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const message = once(child, 'message', { signal });
    const ended = once(child, 'exit', { signal }).then(([code, killed]) => {
      throw new Error(`A process of the run ended early (${String(code ?? killed)}).`);
    });
    const [first] = (await Promise.race([message, ended])) as [T];
    return first;
  } finally {
    waiting.abort();
  }
}

/** Kills a process with SIGKILL; resolves after it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Kills every remaining process. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map(kill));
}
