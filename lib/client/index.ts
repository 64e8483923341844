export * from './public.js';
export { normalizeContaCorrente } from './account-header.js';
export { findCandidates } from './candidates.js';
export { assertHeadersAllowed, findSecretHeaders, mergeHeaders } from './headers.js';
export { iteratePages } from './pagination.js';
export { parseDeadline, parseDrain } from './call-limits.js';
export { parseRetry } from './retry-options.js';
