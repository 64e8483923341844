export { InMemoryTokenStore } from './in-memory-token-store.js';
export { composeScopes, type PixScopesInput } from './scopes.js';
export { TokenService } from './token.service.js';
export type { PixToken, PixTokenStore, ReleaseTokenLock } from './token-store.interface.js';
export type { TokenWait } from './token-wait.js';
