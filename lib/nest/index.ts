export * from './public.js';

export * from './pix-options-from-env.js';
export * from './pix-error.interceptor.js';
export * from './pix.account.js';
export { resolveSimulator } from './create-pix-client.js';
export { VERSION } from './version.js';
