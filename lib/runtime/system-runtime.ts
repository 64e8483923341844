import type { PixRuntime } from './runtime.js';

/** The longest delay that Node's timers keep; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Node's own clock, timers and random numbers. */
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
