import type { Caller } from './caller.js';

/**
 * One authentication check. Returns why the caller is refused (for the log only), or `undefined`.
 */
export type Check = (caller: Caller) => string | undefined;
