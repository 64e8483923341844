import { definePixProvider } from '../define-pix-provider.js';
import { pixScopes } from '../scopes.js';

/**
 * Itaú (341). Credentials go in the body, no scope is sent, each call carries an identifier of its own. The production
 * host is disputed, and so is that of Pix Automático, which one source puts on a host of its own: set `baseUrl` as
 * your contract says.
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
