export { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_SECONDS, MINUTE_MS } from './durations.js';
export { isThenable } from './is-thenable.js';
export { onAbort, type AbortSource } from './on-abort.js';
export { Outage } from './outage.js';
export type { CancelTimer, PixRuntime } from './runtime.js';
export { sleep } from './sleep.js';
export { LONGEST_TIMER_MS, systemRuntime } from './system-runtime.js';
export { within } from './within.js';
