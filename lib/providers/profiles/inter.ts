import { definePixProvider } from '../define-pix-provider.js';
import { pixScopes } from '../scopes.js';

/**
 * Inter (077). Credentials go in the form body. The token endpoint takes 5 requests a minute, the API 120 in
 * production and 10 in the sandbox. A phone key has no `+`.
 */
export const inter = definePixProvider({
  name: 'inter',
  code: '077',
  production: {
    baseUrl: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    tokenUrl: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
  },
  sandbox: {
    baseUrl: 'https://cdpj-sandbox.partners.uatinter.co/pix/v2',
    tokenUrl: 'https://cdpj-sandbox.partners.uatinter.co/oauth/v2/token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: pixScopes,
  clientAuth: 'body',
  phoneKeyWithoutPlus: true,
  accountHeader: 'x-conta-corrente',
  query: { 'GET /pix': { txid: 'txId' } },
  unsupported: {
    'GET /webhook': 'read one webhook by its key: PixWebhookService.get(chave)',
  },
  sandboxOnly: ['POST /cob/pagar/{txid}', 'POST /cobv/pagar/{txid}'],
  productionOnly: ['GET /webhook/callbacks', 'POST /webhook/callbacks/retry'],
});
