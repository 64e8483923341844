import { definePixProvider } from '../define-pix-provider.js';
import { pixScopes } from '../scopes.js';

/**
 * Banco do Brasil (001). Each call carries the application key in the query (`appKey`). The parameter's name is
 * `gw-dev-app-key` in every source for the sandbox; `gw-app-key` in production is disputed: override with a
 * profile of your own (`definePixProvider({ ...bb, appKeyQuery: 'gw-app-key' })`).
 */
export const bb = definePixProvider({
  name: 'bb',
  code: '001',
  production: {
    baseUrl: 'https://api-pix.bb.com.br/pix/v2',
    tokenUrl: 'https://oauth.bb.com.br/oauth/token',
  },
  sandbox: {
    baseUrl: 'https://api-pix.hm.bb.com.br/pix/v2',
    tokenUrl: 'https://oauth.hm.bb.com.br/oauth/token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: pixScopes,
  clientAuth: 'basic',
  appKeyQuery: 'gw-dev-app-key',
  maxItensPorPagina: 100,
  maxPeriod: { 'GET /pix': 5 },
  emptyIsNotFound: ['GET /pix'],
  // The gateway before the API has an error format of its own.
  server: {
    errors: { format: 'erros', statuses: { 401: 'gateway', 403: 'gateway', 429: 'gateway' } },
  },
});
