export * from './public.js';
export { withoutTrailingSlash } from './define-pix-provider.js';
export { resolveVersion } from './versions.js';
