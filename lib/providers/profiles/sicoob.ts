import { definePixProvider } from '../define-pix-provider.js';
import { PixScopeGroup } from '../provider.js';
import { ordinaryPixScopes } from '../scopes.js';

/**
 * Sicoob (756). Clients have no secret: their `client_id` and certificate identify them. The
 * sandbox accepts a fixed token without mutual TLS. Tokens are valid for 300 s. Older responses
 * have `brcode` instead of `pixCopiaECola`. Its firewall may answer 201 with HTML, which is a
 * `PixRespostaInvalidaError` with an unknown outcome.
 */
export const sicoob = definePixProvider({
  name: 'sicoob',
  code: '756',
  production: {
    baseUrl: 'https://api.sicoob.com.br/pix/api/v2',
    tokenUrl: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
  },
  sandbox: {
    baseUrl: 'https://sandbox.sicoob.com.br/sicoob/sandbox/pix/api/v2',
    mode: 'fixed-token',
  },
  mutualTls: true,
  answerAliases: { pixCopiaECola: 'brcode' },
  scopes: ordinaryPixScopes,
  scopeGroups: {
    boletos: new PixScopeGroup(
      'boletos',
      ['boletos_inclusao', 'boletos_consulta', 'boletos_alteracao'],
      'boletos',
    ),
    webhooks: new PixScopeGroup(
      'webhooks',
      ['webhooks_alteracao', 'webhooks_consulta', 'webhooks_inclusao'],
      'webhooks of boletos',
    ),
    contaCorrente: new PixScopeGroup(
      'contaCorrente',
      ['cco_consulta', 'cco_transferencias', 'openid'],
      'current account',
    ),
  },
  server: {
    token: { lifetime: 300, noSecret: true },
    required: { headers: ['client_id'] },
    statuses: { 'PUT /pix/{e2eid}/devolucao/{id}': 200 },
  },
  sources: [
    'https://developers.sicoob.com.br/portal/',
    'https://github.com/elemke/sicoob-pix',
    'https://github.com/frones/ACBr, ACBrPIXPSPSicoob.pas',
  ],
});
