export * from './public.js';
export * from './environment/pix-variables.js';
export * from './environment/pix-options-from-env.js';
export * from './pix-error.interceptor.js';
export * from './pix.account.js';
export { resolveSimulator } from './simulator-options.js';
export { VERSION } from './version.js';
