export { findDifferences } from './find-differences.js';
export { findMoneyDifferences, isBelow, valueAt } from './money.js';
