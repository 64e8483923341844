export * from './public.js';
export { PixCredentials } from './credentials.js';
export { accountFingerprint } from './fingerprint.js';
export { parseScopes } from './scopes.js';
export { TOKEN_OPERATION } from './token-endpoint.js';
export { buildTokenRequest } from './token-request.js';
export type { TokenServiceConfig } from './token-service.config.js';
