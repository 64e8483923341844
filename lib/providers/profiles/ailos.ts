import { definePixProvider } from '../define-pix-provider.js';
import { ordinaryPixScopes } from '../scopes.js';

/**
 * Ailos (085). Credentials and scope are in the form body; the token endpoint is below the base
 * address of the API.
 */
export const ailos = definePixProvider({
  name: 'ailos',
  code: '085',
  production: {
    baseUrl: 'https://pixcobranca.ailos.coop.br/ailos/pix-cobranca/api/v1',
    tokenUrl: 'https://pixcobranca.ailos.coop.br/ailos/pix-cobranca/api/v1/client/connect/token',
  },
  sandbox: {
    baseUrl: 'https://pixcobranca-h.ailos.coop.br/qa/ailos/pix-cobranca/api/v1',
    tokenUrl:
      'https://pixcobranca-h.ailos.coop.br/qa/ailos/pix-cobranca/api/v1/client/connect/token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  clientAuth: 'body',
  server: { statuses: { '201': 200 } },
  sources: ['https://github.com/frones/ACBr, ACBrPIXPSPAilos.pas'],
});
