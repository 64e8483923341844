export { getPixResponse, type PixResponseDetails } from './attempt.js';
export type {
  PixCandidatePeriod,
  PixIterateOptions,
  PixIterationProgress,
  PixRequestOptions,
  PixRetryOptions,
} from './options.js';
