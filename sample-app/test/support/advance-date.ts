import { jest } from '@jest/globals';

/** Changes only the date, of the shop and of the simulated bank, which goes on from there. Timers are real. `jest.useRealTimers()` restores it. */
export function advanceDate(milliseconds: number): void {
  jest.useFakeTimers({
    now: Date.now() + milliseconds,
    advanceTimers: true,
    doNotFake: [
      'clearImmediate',
      'clearInterval',
      'clearTimeout',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ],
  });
}
