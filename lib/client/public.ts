export type { PixCandidatePeriod } from './candidates.js';
export type { PixIterateOptions, PixIterationProgress } from './pagination.js';
export { PixCaller } from './pix-caller.js';
export type { PixCallerConfig } from './pix-caller.config.js';
export type { PixCallInput } from './prepare.js';
export type { PixRequestOptions } from './request-options.js';
export { outcomeTable, type AttemptEnd, type AttemptOutcome, type OutcomeRow } from './outcome.js';
export type { PixRetryOptions } from './retry-options.js';
