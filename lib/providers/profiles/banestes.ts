import { definePixProvider } from '../define-pix-provider.js';

/**
 * Banestes (021). No scope is sent. Published clients show immediate charges only, and send
 * `POST /cob/` with a slash at its end: `PUT /cob/{txid}` has no such difference.
 */
export const banestes = definePixProvider({
  name: 'banestes',
  code: '021',
  production: {
    baseUrl: 'https://api-pix.banestes.b.br/pix-qrcode-cobranca/v1',
    tokenUrl: 'https://api-pix.banestes.b.br/oauth/v1/access-token',
  },
  sandbox: {
    baseUrl: 'https://api-pix-sandbox.banestes.b.br/pix-qrcode-cobranca/v1',
    tokenUrl: 'https://api-pix-sandbox.banestes.b.br/oauth/v1/access-token',
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: ['cob.write', 'cob.read'],
  features: {},
  clientAuth: 'basic',
  token: { sendScope: false },
  sources: [
    'the Banestes adapter of the published NestJS application cooperebr-sisgd',
    'a published Android application that requests tokens at api-pix.banestes.b.br',
  ],
});
