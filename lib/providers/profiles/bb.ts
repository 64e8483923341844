import { definePixProvider } from '../define-pix-provider.js';
import { PixScopeGroup } from '../provider.js';
import { listFeatureScopes, ordinaryPixScopes } from '../scopes.js';

/**
 * Banco do Brasil (001). Each call has the application key in the query (`appKey`). All sources
 * name the parameter `gw-dev-app-key` for the sandbox, but disagree on `gw-app-key` for production.
 * To override it, define a profile (`definePixProvider({ ...bb, appKeyQuery: 'gw-app-key' })`).
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
  scopes: ordinaryPixScopes,
  features: {
    'pix-automatico': [
      ...listFeatureScopes('pix-automatico'),
      'webhooksolicrec.write',
      'webhooksolicrec.read',
    ],
  },
  scopeGroups: {
    pixBb: new PixScopeGroup('pixBb', ['pix-bb.read'], "the bank's own lists of Pix and refunds"),
  },
  clientAuth: 'basic',
  appKeyQuery: 'gw-dev-app-key',
  maxItensPorPagina: 100,
  maxPeriod: { 'GET /pix': 5 },
  emptyIsNotFound: ['GET /pix'],
  // The gateway in front of the API has its own error format.
  server: {
    errors: { format: 'erros', statuses: { 401: 'gateway', 403: 'gateway', 429: 'gateway' } },
  },
  sources: [
    'https://developers.bb.com.br/',
    'https://apoio.developers.bb.com.br/guias-e-tutoriais/seguranca/visao-geral',
    'https://github.com/laddertech/pypix-api',
    'https://github.com/frones/ACBr, ACBrPIXPSPBancoDoBrasil.pas',
  ],
});
