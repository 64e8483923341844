export type { PixScopesInput } from './scopes.js';
export {
  InMemoryTokenStore,
  type PixToken,
  type PixTokenStore,
  type ReleaseTokenLock,
} from './stores.js';
export { TokenService } from './token.service.js';
export type { TokenWait } from './wait.js';
