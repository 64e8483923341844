import { definePixProvider } from '../define-pix-provider.js';

/**
 * Cielo (362). The API requires mutual TLS in production, the token endpoint on another host and the
 * sandbox do not. The token endpoint accepts JSON; its document has no scope, one published client
 * sends one. The document covers immediate charges, refunds, webhooks and Pix Automático.
 */
export const cielo = definePixProvider({
  name: 'cielo',
  code: '362',
  production: {
    baseUrl: 'https://api-mtls.cielo.com.br/cielo-pix/v1',
    tokenUrl: 'https://api2.cielo.com.br/v2/oauth/access-token',
  },
  sandbox: {
    baseUrl: 'https://api2.cielo.com.br/sandbox/cielo-pix/v1',
    tokenUrl: 'https://api2.cielo.com.br/sandbox/v2/oauth/access-token',
    mode: 'oauth',
    mutualTls: false,
  },
  mutualTls: true,
  scopes: ['cob.write', 'cob.read', 'pix.write', 'pix.read', 'webhook.write', 'webhook.read'],
  clientAuth: 'basic',
  token: { encoding: 'json', sendScope: false },
  sources: [
    'https://desenvolvedores.cielo.com.br/api-portal/en/content/api-pix',
    'https://developercielo.github.io/manual/apipix',
    'https://github.com/frones/ACBr, ACBrPIXPSPCielo.pas',
  ],
});
