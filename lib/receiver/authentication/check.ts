import type { Caller } from './caller.js';

/** One part of the authentication. Answers why the caller is refused, for the log alone, or `undefined`. */
export type Check = (caller: Caller) => string | undefined;
