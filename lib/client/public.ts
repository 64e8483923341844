export { PixCaller } from './pix-caller.js';
export type { PixCallerConfig } from './pix-caller.config.js';
export type { PixCallInput } from './prepare.js';
export type {
  PixCandidatePeriod,
  PixIterateOptions,
  PixIterationProgress,
  PixRequestOptions,
} from './request-options.js';
export { getPixResponse, type PixResponseDetails } from './response-details.js';
export { outcomeTable, type AttemptEnd, type AttemptOutcome, type OutcomeRow } from './outcome.js';
export type { PixRetryOptions } from './retry-options.js';
