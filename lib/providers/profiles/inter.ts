import { MINUTE_MS } from '../../runtime/index.js';
import { definePixProvider } from '../define-pix-provider.js';
import { ordinaryPixScopes } from '../scopes.js';

/** Inter (077). Credentials are in the form body. Phone keys have no `+`. */
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
    rateLimits: { tokensPerMinute: 5, callsPerMinute: 10 },
  },
  // Published in Inter's API documentation: 5 requests per minute at the token endpoint; 120 calls per minute in
  // production and 10 in the sandbox.
  rateLimits: { tokensPerMinute: 5, callsPerMinute: 120 },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  clientAuth: 'body',
  phoneKeyWithoutPlus: true,
  accountHeader: 'x-conta-corrente',
  query: { 'GET /pix': { txid: 'txId' } },
  unsupported: {
    'GET /webhook': 'read one webhook by its key: PixWebhookService.get(chave)',
  },
  sandboxOnly: [
    'POST /cob/pagar/{txid}',
    'POST /cobv/pagar/{txid}',
    'POST /sandbox/cobr/pagamento',
    'PATCH /sandbox/rec/{idRec}/status',
    'PATCH /sandbox/solicrec/{idRec}/status',
    'PATCH /sandbox/cobr/{txid}/status',
  ],
  productionOnly: ['GET /webhook/callbacks', 'POST /webhook/callbacks/retry'],
  server: {
    statuses: { 'PUT /webhook/{chave}': 204 },
    // Inter's SDK for Python (inter-co/pj-sdk-python) sends unset fields as null: "cnpj": null, "loc": null.
    nullMembers: true,
    webhook: {
      bareArray: true,
      retryDelays: [20 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS, 120 * MINUTE_MS],
    },
  },
  sources: [
    'https://developers.inter.co/references/pix',
    'https://developers.inter.co/redocusaurus/swagger-api-pix-automatico-yaml.yaml',
    'https://github.com/inter-co/pj-sdk-python',
    'https://github.com/frones/ACBr, ACBrPIXPSPInter.pas',
  ],
});
