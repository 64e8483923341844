export * from './public.js';
export { PixCaller } from './caller.js';
export {
  assertHeadersAllowed,
  mergeHeaders,
  normalizeContaCorrente,
  parseAccountKey,
} from './headers.js';
export { parseDeadline, parseDrain, parseRetry } from './options.js';
export { outcomeTable, type AttemptEnd, type AttemptOutcome, type OutcomeRow } from './outcome.js';
export { findCandidates, iteratePages } from './paginate.js';
export type { PixCallerConfig, PixCallInput } from './plan.js';
export { findSecretHeaders } from './prepare.js';
