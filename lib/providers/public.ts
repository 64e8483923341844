export { definePixProvider } from './define-pix-provider.js';
export * from './provider.js';
export type { PixProviderName } from './registry.js';
export * from './scope-group.js';
export { ordinaryPixScopes, pixScopes } from './scopes.js';
export * from './server.js';
