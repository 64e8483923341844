import type { PixRuntime } from './runtime.js';

/** The longest delay of Node.js timers in milliseconds; a longer one would fire immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock, timers and random numbers of Node.js. */
export const systemRuntime: PixRuntime = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, action, { background = false } = {}) => {
    const timer = setTimeout(action, Math.min(ms, LONGEST_TIMER_MS));
    if (background) timer.unref();
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
