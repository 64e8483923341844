export * from './public.js';
export { byFamily, profileRules, removeTrailingSlashes } from './define-pix-provider.js';
export * from './registry.js';
export * from './scopes.js';
