export * from './public.js';
export { accountFingerprint } from './fingerprint.js';
export { composeScopes, parseScopes } from './scopes.js';
export { buildTokenRequest, PixCredentials, TOKEN_OPERATION } from './token-endpoint.js';
export type { TokenServiceConfig } from './token.service.js';
