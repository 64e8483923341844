export { definePixProvider } from './define-pix-provider.js';
export * from './provider.js';
export type { PixProviderName } from './registry.js';
export { ordinaryPixScopes, pixScopes } from './scopes.js';
