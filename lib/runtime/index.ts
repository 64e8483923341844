export { onAbort, type AbortSource } from './on-abort.js';
export { Outage, type OutageReport } from './outage.js';
export type { CancelTimer, PixRuntime, TimerOptions } from './runtime.js';
export { sleep } from './sleep.js';
export { systemRuntime } from './system-runtime.js';
export { within } from './within.js';
