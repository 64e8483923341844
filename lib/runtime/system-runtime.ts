import type { PixRuntime } from './runtime.js';

/** The longest delay of Node.js timers; a longer one would fire immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The clock, timers and random numbers of Node.js. */
export const systemRuntime: PixRuntime = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, action, { background = false } = {}) => {
    const timer = setTimeout(action, Math.min(ms, LONGEST_TIMER));
    if (background) timer.unref();
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
