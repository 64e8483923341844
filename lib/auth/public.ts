export type { PixScopesInput, TokenWait } from './slots.js';
export {
  InMemoryTokenStore,
  type PixToken,
  type PixTokenStore,
  type ReleaseTokenLock,
} from './stores.js';
export { TokenService } from './token.service.js';
