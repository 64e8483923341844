import { DAY_SECONDS } from '../../runtime/index.js';
import { definePixProvider } from '../define-pix-provider.js';

/**
 * PagBank (290). The token endpoint accepts JSON. `POST /cob` is not offered. Published clients
 * request the scopes of cob, pix, webhook and payload locations; no source shows due-date charges
 * or Pix Automático.
 */
export const pagbank = definePixProvider({
  name: 'pagbank',
  code: '290',
  production: {
    baseUrl: 'https://secure.api.pagseguro.com/instant-payments',
    tokenUrl: 'https://secure.api.pagseguro.com/pix/oauth2',
  },
  sandbox: {
    baseUrl: 'https://secure.sandbox.api.pagseguro.com/instant-payments',
    tokenUrl: 'https://secure.sandbox.api.pagseguro.com/pix/oauth2',
    mode: 'oauth',
    operations: { 'POST /pix/pay/{txid}': 'https://sandbox.api.pagseguro.com' },
  },
  mutualTls: true,
  scopes: [
    'cob.write',
    'cob.read',
    'pix.write',
    'pix.read',
    'webhook.write',
    'webhook.read',
    'payloadlocation.write',
    'payloadlocation.read',
  ],
  features: {},
  // Shown in the developer forum of PagBank.
  correlationHeaders: ['apigw-requestid'],
  clientAuth: 'basic',
  // Published clients show tokens that are valid for a year.
  token: { encoding: 'json', maxLifetime: 365 * DAY_SECONDS },
  unsupported: { 'POST /cob': 'create the charge under a txid that you choose: createWithTxid' },
  sandboxOnly: ['POST /pix/pay/{txid}'],
  sources: [
    'https://developer.pagbank.com.br/docs/pix',
    'https://dev.pagseguro.uol.com.br/reference/pix-intro',
    'https://dev.pagseguro.uol.com.br/reference/pix-charge-pay-sandbox',
    'https://developer.pagbank.com.br/discuss/62a3b00bc01ae500658f7f5b',
    'https://github.com/frones/ACBr, ACBrPIXPSPPagSeguro.pas',
  ],
});
