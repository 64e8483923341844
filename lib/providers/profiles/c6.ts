import { definePixProvider } from '../define-pix-provider.js';
import { ordinaryPixScopes } from '../scopes.js';

/**
 * C6 (336). No scope is sent. Sources disagree on client authentication by Basic or in the body:
 * set `clientAuth`.
 */
export const c6 = definePixProvider({
  name: 'c6',
  code: '336',
  production: {
    baseUrl: 'https://baas-api.c6bank.info/v2/pix',
    tokenUrl: 'https://baas-api.c6bank.info/v1/auth',
  },
  sandbox: {
    baseUrl: 'https://baas-api-sandbox.c6bank.info/v2/pix',
    tokenUrl: 'https://baas-api-sandbox.c6bank.info/v1/auth',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  token: { sendScope: false },
  server: { statuses: { '201': 200 } },
  sources: ['https://github.com/frones/ACBr, ACBrPIXPSPC6Bank.pas'],
});
