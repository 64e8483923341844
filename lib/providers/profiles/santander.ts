import { definePixProvider } from '../define-pix-provider.js';
import { ordinaryPixScopes } from '../scopes.js';

/**
 * Santander (033). `grant_type` is in the query of the token endpoint, identifier and secret alone in
 * the form; no scope is sent. `POST /cob` is not offered. Revisions are at `/api/v2`, all other operations at `/api/v1`
 * (a newer source describes other paths).
 */
export const santander = definePixProvider({
  name: 'santander',
  code: '033',
  production: {
    baseUrl: 'https://trust-pix.santander.com.br/api',
    tokenUrl: 'https://trust-pix.santander.com.br/oauth/token',
  },
  sandbox: {
    baseUrl: 'https://trust-pix-h.santander.com.br/api',
    tokenUrl: 'https://trust-pix-h.santander.com.br/oauth/token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  clientAuth: 'body',
  token: { query: { grant_type: 'client_credentials' }, sendScope: false },
  versions: {
    default: 'v1',
    resources: { 'PATCH /cob/{txid}': 'v2', 'PATCH /cobv/{txid}': 'v2' },
  },
  wholeSeconds: ['GET /pix'],
  unsupported: { 'POST /cob': 'create the charge under a txid that you choose: createWithTxid' },
  sources: [
    'https://developer.santander.com.br/sites/default/files/2024-01/User_Guide_API_PIX_Recebimentos_v11_15_01_24.pdf',
    'https://github.com/frones/ACBr, ACBrPIXPSPSantander.pas',
  ],
});
