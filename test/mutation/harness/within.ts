import type { Action } from './registry.js';

export class TimeLimitError extends Error {}

/** The original timers, before a test replaces them. */
const { setTimeout, clearTimeout } = globalThis;

let fail: ((error: unknown) => void) | undefined;
process.on('uncaughtException', report).on('unhandledRejection', report);

function report(error: unknown): void {
  if (fail === undefined) console.error('outside of a test:', error);
  else fail(error);
}

/** Runs a test or a hook. Rejects after `limit` ms, and with an error thrown outside its promise. */
export async function within(action: Action, limit: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    fail = reject;
    timer = setTimeout(() => {
      reject(new TimeLimitError(`still running after ${limit} ms`));
    }, limit);
  });
  try {
    await Promise.race([action(), timeout]);
  } finally {
    clearTimeout(timer);
    fail = undefined;
  }
}
