import type { Action } from './registry.js';

export class TimeLimitError extends Error {}

/** Kept from before any test replaces it with a fake. */
const { setTimeout, clearTimeout } = globalThis;

let fail: ((error: unknown) => void) | undefined;
process.on('uncaughtException', report).on('unhandledRejection', report);

function report(error: unknown): void {
  if (fail === undefined) console.error('outside of a test:', error);
  else fail(error);
}

/** Runs a test or hook; fails after `limit` ms, and with what is thrown outside its promise. */
export async function within(action: Action, limit: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<never>((_resolve, reject) => {
    fail = reject;
    timer = setTimeout(() => {
      reject(new TimeLimitError(`still running after ${limit} ms`));
    }, limit);
  });
  try {
    await Promise.race([action(), cut]);
  } finally {
    clearTimeout(timer);
    fail = undefined;
  }
}
