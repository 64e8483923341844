export { findNullItems, normalizeBody } from './normalize-body.js';
