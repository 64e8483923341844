import { definePixProvider } from '../define-pix-provider.js';
import { ordinaryPixScopes } from '../scopes.js';

const RECORRENCIAS = {
  baseUrl: 'https://pixautomatico-recebimentos.api.itau.com/pixautomatico/v1',
};
const COBRANCAS_RECORRENTES = {
  baseUrl: 'https://recebimentos-pix.api.itau.com/qrcode-pix-automatico/v1',
};

/**
 * Itaú (341). Credentials are in the body, no scope is sent, and each call has its own identifier.
 * The production host was `secure.api.itau` until September 2026; mastria/api-itau and other published
 * clients name the new one, and the certificate of the old one lapsed. Two published clients have the
 * addresses of Pix Automático below; set `baseUrls` if your contract has others. The
 * sandbox issues tokens without mutual TLS and takes them in the header `x-sandbox-token` as well; it
 * has no Pix Automático.
 */
export const itau = definePixProvider({
  name: 'itau',
  code: '341',
  production: {
    baseUrl: 'https://secure.gateway.api.itau/pix_recebimentos/v2',
    tokenUrl: 'https://sts.itau.com.br/api/oauth/token',
    families: {
      rec: RECORRENCIAS,
      solicrec: RECORRENCIAS,
      locrec: RECORRENCIAS,
      webhookrec: RECORRENCIAS,
      cobr: COBRANCAS_RECORRENTES,
      webhookcobr: COBRANCAS_RECORRENTES,
    },
  },
  sandbox: {
    baseUrl: 'https://devportal.itau.com.br/sandboxapi/pix_recebimentos_ext_v2/v2',
    tokenUrl: 'https://devportal.itau.com.br/api/jwt',
    mode: 'oauth',
    mutualTls: false,
    tokenHeader: 'x-sandbox-token',
  },
  mutualTls: true,
  scopes: ordinaryPixScopes,
  clientAuth: 'body',
  token: { sendScope: false },
  correlationHeader: 'x-correlationID',
  sources: [
    'https://developer.itau.com.br/',
    'the published PHP client SistemAtc Banks',
    'https://github.com/frones/ACBr, ACBrPIXPSPItau.pas',
    'https://github.com/mastria/api-itau, changelog of 2.5.0 (2026-09-04), for the production host',
  ],
});
