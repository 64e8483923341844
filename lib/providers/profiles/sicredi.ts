import { definePixProvider } from '../define-pix-provider.js';
import { listFeatureScopes, ordinaryPixScopes } from '../scopes.js';

/**
 * Sicredi (748). The version precedes each resource. The sandbox refuses fixed tokens: it uses
 * OAuth and mutual TLS, like production. Too many token requests lead to a block of the IP address.
 */
export const sicredi = definePixProvider({
  name: 'sicredi',
  code: '748',
  production: {
    baseUrl: 'https://api-pix.sicredi.com.br/api',
    tokenUrl: 'https://api-pix.sicredi.com.br/oauth/token',
  },
  sandbox: {
    baseUrl: 'https://api-pix-h.sicredi.com.br/api',
    tokenUrl: 'https://api-pix-h.sicredi.com.br/oauth/token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  features: {
    // A published client requests no scope for the locations of recurrences.
    'pix-automatico': listFeatureScopes('pix-automatico').filter(
      (scope) => !scope.startsWith('payloadlocationrec.'),
    ),
  },
  clientAuth: 'basic',
  versions: {
    default: 'v2',
    resources: {
      '/cob/{txid}': 'v3',
      cobr: 'v1',
      rec: 'v1',
      locrec: 'v1',
      solicrec: 'v1',
      webhookcobr: 'v1',
      webhookrec: 'v1',
    },
  },
  server: { token: { scopeRequired: true, grantsFewer: true } },
  sources: [
    'https://developer.sicredi.com.br/api-portal/sites/default/files/Guia_tecnico_integracoes_APIPix_Sicredi_v1.9.5.pdf',
    'https://github.com/frones/ACBr, ACBrPIXPSPSicredi.pas',
  ],
});
