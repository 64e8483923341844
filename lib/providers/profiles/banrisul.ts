import { definePixProvider } from '../define-pix-provider.js';
import { ordinaryPixScopes } from '../scopes.js';

/**
 * Banrisul (041). Sources disagree on client authentication by Basic or in the body: set
 * `clientAuth`.
 */
export const banrisul = definePixProvider({
  name: 'banrisul',
  code: '041',
  production: {
    baseUrl: 'https://mtls-api.banrisul.com.br/pix/api-mtls',
    tokenUrl: 'https://mtls-api.banrisul.com.br/auth/oauth/v2/token',
  },
  sandbox: {
    baseUrl: 'https://mtls-api-h.banrisul.com.br/pix/api-mtls',
    tokenUrl: 'https://mtls-api-h.banrisul.com.br/auth/oauth/v2/token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  sources: [
    'https://developers.banrisul.com.br/pages/docs/clientes-banrisul/api-pix-v2.8.1.html',
    'https://github.com/frones/ACBr, ACBrPIXPSPBanrisul.pas',
  ],
});
