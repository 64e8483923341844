import type { ChildProcess } from 'node:child_process';

/**
 * Returns the next message of a process.
 *
 * @throws Error if the process ends instead
 */
export function receive(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      child.off('exit', onExit);
      resolve(message);
    };
    const onExit = (code: number | null) => {
      child.off('message', onMessage);
      reject(
        new Error(`A process of the benchmark ended with code ${code}; see its output above.`),
      );
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}
