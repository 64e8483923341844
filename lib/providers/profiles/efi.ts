import { definePixProvider } from '../define-pix-provider.js';
import { ordinaryPixScopes } from '../scopes.js';

/**
 * Efí (364). The token endpoint accepts JSON without a scope. The sandbox also requires mutual TLS
 * and confirms charges of 0.01 to 10.00 automatically. Registering a webhook for a receiver without
 * mutual TLS requires the header `x-skip-mtls-checking: true` on that call.
 */
export const efi = definePixProvider({
  name: 'efi',
  code: '364',
  production: {
    baseUrl: 'https://pix.api.efipay.com.br/v2',
    tokenUrl: 'https://pix.api.efipay.com.br/oauth/token',
  },
  sandbox: {
    baseUrl: 'https://pix-h.api.efipay.com.br/v2',
    tokenUrl: 'https://pix-h.api.efipay.com.br/oauth/token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  clientAuth: 'basic',
  token: { encoding: 'json', sendScope: false },
  server: {
    errors: {
      families: {
        cob: 'nome-mensagem',
        cobv: 'nome-mensagem',
        pix: 'nome-mensagem',
        webhook: 'nome-mensagem',
        loc: 'nome-mensagem',
      },
      statuses: { 429: 'problem' },
      tooManyRequests: 'BaldeFichasVazio',
    },
    webhook: {
      keepPathParameter: 'ignorar',
      testCall: { skipHeader: 'x-skip-mtls-checking' },
    },
    // Efí's own clients need it. SDK for Node 2.0.1, Python and Java: GET /v2/cobv/. SDK for Java: PATCH as POST with
    // this header (Request.java). SDK for Go: PATCH without Content-Type (requester_pix.go). SDK for PHP: reads a
    // response as JSON only if its Content-Type has a parameter (Request.php).
    http: {
      trailingSlash: true,
      methodOverride: 'x-http-method-override',
      untypedBodies: true,
      jsonType: 'application/json; charset=utf-8',
    },
    autoPay: { from: '0.01', to: '10.00' },
  },
  sources: [
    'https://dev.efipay.com.br/docs/api-pix/',
    'https://dev.efipay.com.br/docs/api-pix/webhooks/',
    'https://www.npmjs.com/package/sdk-node-apis-efi',
    'https://github.com/frones/ACBr, ACBrPIXPSPGerenciaNet.pas',
  ],
});
