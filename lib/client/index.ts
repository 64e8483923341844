export { normalizeContaCorrente } from './account-header.js';
export { assertHeadersAllowed, mergeHeaders } from './headers.js';
export { iteratePages } from './pagination.js';
export type { PixIterateOptions, PixIterationProgress } from './pagination.js';
export { PixCaller } from './pix-caller.js';
export type { PixCallerConfig } from './pix-caller.config.js';
export type { PixCallInput } from './prepare.js';
export type { PixRequestOptions } from './request-options.js';
export type { PixRetryOptions } from './retry.js';
