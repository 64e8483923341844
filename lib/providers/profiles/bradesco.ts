import { definePixProvider } from '../define-pix-provider.js';
import type { PixFamilyAddresses } from '../provider.js';
import { ordinaryPixScopes } from '../scopes.js';

const families = (host: string): PixFamilyAddresses => {
  const address = { baseUrl: `${host}/v1`, tokenUrl: `${host}/auth/server/oauth/token` };
  return {
    rec: address,
    solicrec: address,
    cobr: address,
    locrec: address,
    webhookrec: address,
    webhookcobr: address,
  };
};

/**
 * Bradesco (237). No scope is sent. Pix Automático has its own host. Sources disagree on the token
 * endpoints: `/oauth/token` (version 1) or `/auth/server/oauth/token` (version 2). The profile has
 * the former for ordinary Pix and the latter for Pix Automático; set `tokenUrl` and `tokenUrls`
 * according to your contract. Its 500 may be SOAP XML.
 */
export const bradesco = definePixProvider({
  name: 'bradesco',
  code: '237',
  production: {
    baseUrl: 'https://qrpix.bradesco.com.br/v2',
    tokenUrl: 'https://qrpix.bradesco.com.br/oauth/token',
    families: families('https://apipix.bradesco.com.br'),
  },
  sandbox: {
    baseUrl: 'https://qrpix-h.bradesco.com.br/v2',
    tokenUrl: 'https://qrpix-h.bradesco.com.br/oauth/token',
    families: families('https://apipix-h.bradesco.com.br'),
    mode: 'oauth',
  },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  clientAuth: 'basic',
  token: { sendScope: false },
  server: { statuses: { '201': 200 }, errors: { statuses: { 500: 'soap' } } },
  sources: [
    'https://wspf.bradesco.com.br/wsValidadorUniversal/Content/Pdf/Layout_API_PIX.pdf',
    'the published PHP client SistemAtc Banks',
    'https://github.com/frones/ACBr, ACBrPIXPSPBradesco.pas',
  ],
});
