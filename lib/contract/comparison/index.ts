export { findDifferences } from './find-differences.js';
export { toComparableKey } from './same-value.js';
