export { findDifferences } from './find-differences.js';
