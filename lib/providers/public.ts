export { definePixProvider } from './define-pix-provider.js';
export { findPixProvider, pixProviders, type PixProviderName } from './registry.js';
export { PixScopeGroup } from './scope-group.js';
export { ordinaryPixScopes, pixScopes } from './scopes.js';
export type {
  PixErrorFormat,
  PixServerErrors,
  PixServerProfile,
  PixServerTokens,
  PixServerHttp,
  PixServerWebhooks,
} from './server.js';
export type {
  PixClientAuth,
  PixEnvironment,
  PixFamilyAddress,
  PixFamilyAddresses,
  PixOperationAddresses,
  PixProvider,
  PixProviderAddresses,
  PixProviderSandbox,
  PixProviderVersions,
  PixRateLimits,
  PixTokenRequestProfile,
} from './provider.js';
