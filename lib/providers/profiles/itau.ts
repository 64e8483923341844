import { definePixProvider } from '../define-pix-provider.js';
import { pixScopes } from '../scopes.js';

/**
 * Itaú (341). Credentials are in the body, no scope is sent, and each call has its own identifier.
 * Sources disagree on the production host, and on that of Pix Automático, which one source
 * describes as separate: set `baseUrl` according to your contract.
 */
export const itau = definePixProvider({
  name: 'itau',
  code: '341',
  production: {
    baseUrl: 'https://secure.api.itau/pix_recebimentos/v2',
    tokenUrl: 'https://sts.itau.com.br/api/oauth/token',
  },
  sandbox: {
    baseUrl: 'https://devportal.itau.com.br/sandboxapi/pix_recebimentos_ext_v2/v2',
    mode: 'fixed-token',
    tokenHeader: 'x-sandbox-token',
  },
  mutualTls: true,
  scopes: pixScopes,
  clientAuth: 'body',
  token: { sendScope: false },
  correlationHeader: 'x-correlationID',
});
