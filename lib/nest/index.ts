export * from './public.js';
export * from './environment/index.js';
export { VERSION } from './version.js';
export { resolveSimulator } from './simulator-options.js';
export { splitScopes } from './account-scopes.js';
export { resolveAccount, type PixAccount } from './pix.account.js';
