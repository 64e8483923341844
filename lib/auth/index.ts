export { PixCredentials } from './credentials.js';
export { accountFingerprint } from './fingerprint.js';
export { InMemoryTokenStore } from './in-memory-token-store.js';
export { composeScopes, parseScopes } from './scopes.js';
export type { PixScopesInput } from './scopes.js';
export { TokenService } from './token.service.js';
export type { TokenServiceConfig } from './token.service.js';
export type { PixToken, PixTokenStore, ReleaseTokenLock } from './token-store.interface.js';
export type { TokenWait } from './token-wait.js';
