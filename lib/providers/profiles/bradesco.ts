import { definePixProvider } from '../define-pix-provider.js';
import { pixScopes } from '../scopes.js';

/**
 * Bradesco (237). No scope is sent. Sources disagree on the token endpoint: `/oauth/token`, as
 * here, or `/auth/server/oauth/token`; set `tokenUrl` according to your contract. Its 500 may be
 * SOAP XML.
 */
export const bradesco = definePixProvider({
  name: 'bradesco',
  code: '237',
  production: {
    baseUrl: 'https://qrpix.bradesco.com.br/v2',
    tokenUrl: 'https://qrpix.bradesco.com.br/oauth/token',
  },
  sandbox: {
    baseUrl: 'https://qrpix-h.bradesco.com.br/v2',
    tokenUrl: 'https://qrpix-h.bradesco.com.br/oauth/token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: pixScopes,
  clientAuth: 'basic',
  token: { sendScope: false },
  server: { statuses: { '201': 200 }, errors: { statuses: { 500: 'soap' } } },
});
