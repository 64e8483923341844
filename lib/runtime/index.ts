export { onAbort } from './on-abort.js';
export { Outage } from './outage.js';
export type { CancelTimer, PixRuntime } from './runtime.js';
export { sleep } from './sleep.js';
export { systemRuntime } from './system-runtime.js';
export { within } from './within.js';
