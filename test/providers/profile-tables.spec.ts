import { describe, expect, it } from '@jest/globals';
import {
  definePixProvider,
  PixScopeGroup,
  pixScopes,
  type PixProvider,
  type PixProviderName,
} from '../../lib/index.js';
import { pixProviders } from '../../lib/spec.js';

const ORDINARY = [
  'cob.write',
  'cob.read',
  'cobv.write',
  'cobv.read',
  'lotecobv.write',
  'lotecobv.read',
  'payloadlocation.write',
  'payloadlocation.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
].sort();

const without = (scopes: readonly string[], ...families: string[]) =>
  scopes.filter((scope) => !families.some((family) => scope.startsWith(`${family}.`)));

/** Providers that grant less for ordinary Pix. */
const SCOPES: Partial<Record<PixProviderName, readonly string[]>> = {
  pagbank: without(ORDINARY, 'cobv', 'lotecobv'),
  cielo: without(ORDINARY, 'cobv', 'lotecobv', 'payloadlocation'),
  banestes: ['cob.read', 'cob.write'],
};

/** The scopes of Pix Automático where a profile does not have those of the specification. */
const FEATURES: Partial<Record<PixProviderName, readonly string[]>> = {
  bb: [
    ...pixScopes.filter((scope) => !ORDINARY.includes(scope)),
    'webhooksolicrec.write',
    'webhooksolicrec.read',
  ],
  sicredi: without(
    pixScopes.filter((scope) => !ORDINARY.includes(scope)),
    'payloadlocationrec',
  ),
};

const RECORRENCIAS = {
  baseUrl: 'https://pixautomatico-recebimentos.api.itau.com/pixautomatico/v1',
};
const COBRANCAS = { baseUrl: 'https://pixautomatico-recebimentos.api.itau.com' };

function bradescoFamilies(host: string) {
  const address = {
    baseUrl: `https://${host}/v1`,
    tokenUrl: `https://${host}/auth/server/oauth/token`,
  };
  const families = ['rec', 'solicrec', 'cobr', 'locrec', 'webhookrec', 'webhookcobr'] as const;
  return Object.fromEntries(families.map((family) => [family, address]));
}

/** The documented settings of each provider, without its scopes. */
const PROFILES: Readonly<
  Record<PixProviderName, Omit<PixProvider, 'name' | 'scopes' | 'server' | 'sources'>>
> = {
  sicoob: {
    code: '756',
    production: {
      baseUrl: 'https://api.sicoob.com.br/pix/api/v2',
      tokenUrl: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    },
    sandbox: {
      baseUrl: 'https://sandbox.sicoob.com.br/sicoob/sandbox/pix/api/v2',
      mode: 'fixed-token',
    },
    answerAliases: { pixCopiaECola: 'brcode' },
    maxPeriod: { 'GET /cob': 7 },
  },
  bb: {
    code: '001',
    production: {
      baseUrl: 'https://api-pix.bb.com.br/pix/v2',
      tokenUrl: 'https://oauth.bb.com.br/oauth/token',
    },
    sandbox: {
      baseUrl: 'https://api-pix.hm.bb.com.br/pix/v2',
      tokenUrl: 'https://oauth.hm.bb.com.br/oauth/token',
      mode: 'oauth',
      operations: {
        'POST /boletos-pix/pagar': 'https://api.hm.bb.com.br/testes-portal-desenvolvedor/v1',
      },
    },
    clientAuth: 'basic',
    appKeyQuery: 'gw-dev-app-key',
    sandboxOnly: ['POST /boletos-pix/pagar'],
    maxItensPorPagina: 100,
    maxPeriod: { 'GET /pix': 5 },
    emptyIsNotFound: ['GET /pix'],
  },
  sicredi: {
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
  },
  inter: {
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
    rateLimits: { tokensPerMinute: 5, callsPerMinute: 120 },
    clientAuth: 'body',
    phoneKeyWithoutPlus: true,
    accountHeader: 'x-conta-corrente',
    query: { 'GET /pix': { txid: 'txId' } },
    unsupported: { 'GET /webhook': 'read one webhook by its key: PixWebhookService.get(chave)' },
    sandboxOnly: [
      'POST /cob/pagar/{txid}',
      'POST /cobv/pagar/{txid}',
      'POST /sandbox/cobr/pagamento',
      'PATCH /sandbox/rec/{idRec}/status',
      'PATCH /sandbox/solicrec/{idRec}/status',
      'PATCH /sandbox/cobr/{txid}/status',
    ],
    productionOnly: ['GET /webhook/callbacks', 'POST /webhook/callbacks/retry'],
  },
  efi: {
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
    clientAuth: 'basic',
    token: { encoding: 'json', sendScope: false },
  },
  itau: {
    code: '341',
    production: {
      baseUrl: 'https://secure.gateway.api.itau/pix_recebimentos/v2',
      tokenUrl: 'https://sts.itau.com.br/api/oauth/token',
      families: {
        rec: RECORRENCIAS,
        solicrec: RECORRENCIAS,
        locrec: RECORRENCIAS,
        webhookrec: RECORRENCIAS,
        cobr: COBRANCAS,
        webhookcobr: COBRANCAS,
      },
    },
    sandbox: {
      baseUrl: 'https://devportal.itau.com.br/sandboxapi/pix_recebimentos_ext_v2/v2',
      tokenUrl: 'https://devportal.itau.com.br/api/jwt',
      mode: 'oauth',
      mutualTls: false,
      tokenHeader: 'x-sandbox-token',
    },
    clientAuth: 'body',
    token: { sendScope: false },
    correlationHeader: 'x-correlationID',
  },
  santander: {
    code: '033',
    production: {
      baseUrl: 'https://trust-pix.santander.com.br/api',
      tokenUrl: 'https://trust-pix.santander.com.br/oauth/token',
    },
    sandbox: {
      baseUrl: 'https://trust-pix-h.santander.com.br/api',
      tokenUrl: 'https://trust-pix-h.santander.com.br/oauth/token',
      mode: 'oauth',
    },
    clientAuth: 'body',
    token: { query: { grant_type: 'client_credentials' }, sendScope: false },
    versions: {
      default: 'v1',
      resources: { 'PATCH /cob/{txid}': 'v2', 'PATCH /cobv/{txid}': 'v2' },
    },
    wholeSeconds: ['GET /pix'],
    unsupported: {
      'POST /cob': 'create the charge under a txid that you choose: createWithTxid',
    },
  },
  bradesco: {
    code: '237',
    production: {
      baseUrl: 'https://qrpix.bradesco.com.br/v2',
      tokenUrl: 'https://qrpix.bradesco.com.br/oauth/token',
      families: bradescoFamilies('apipix.bradesco.com.br'),
    },
    sandbox: {
      baseUrl: 'https://qrpix-h.bradesco.com.br/v2',
      tokenUrl: 'https://qrpix-h.bradesco.com.br/oauth/token',
      families: bradescoFamilies('apipix-h.bradesco.com.br'),
      mode: 'oauth',
    },
    clientAuth: 'basic',
    token: { sendScope: false },
  },
  c6: {
    code: '336',
    production: {
      baseUrl: 'https://baas-api.c6bank.info/v2/pix',
      tokenUrl: 'https://baas-api.c6bank.info/v1/auth',
    },
    sandbox: {
      baseUrl: 'https://baas-api-sandbox.c6bank.info/v2/pix',
      tokenUrl: 'https://baas-api-sandbox.c6bank.info/v1/auth',
      mode: 'oauth',
    },
    token: { sendScope: false },
  },
  banrisul: {
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
  },
  ailos: {
    code: '085',
    production: {
      baseUrl: 'https://pixcobranca.ailos.coop.br/ailos/pix-cobranca/api/v1',
      tokenUrl: 'https://pixcobranca.ailos.coop.br/ailos/pix-cobranca/api/v1/client/connect/token',
    },
    sandbox: {
      baseUrl: 'https://pixcobranca-h.ailos.coop.br/qa/ailos/pix-cobranca/api/v1',
      tokenUrl:
        'https://pixcobranca-h.ailos.coop.br/qa/ailos/pix-cobranca/api/v1/client/connect/token',
      mode: 'oauth',
    },
    clientAuth: 'body',
  },
  pagbank: {
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
    clientAuth: 'basic',
    token: { encoding: 'json', maxLifetime: 31_536_000 },
    correlationHeaders: ['apigw-requestid'],
    unsupported: {
      'POST /cob': 'create the charge under a txid that you choose: createWithTxid',
    },
    sandboxOnly: ['POST /pix/pay/{txid}'],
  },
  cielo: {
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
    clientAuth: 'basic',
    token: { encoding: 'json', sendScope: false },
  },
  banestes: {
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
    clientAuth: 'basic',
    token: { sendScope: false },
  },
};

describe('pixProviders', () => {
  it.each(Object.entries(PROFILES))('has the documented settings of %s', (name, documented) => {
    // The tests of the simulator cover `server`.
    const { scopes, features, scopeGroups, sources, ...profile }: PixProvider =
      pixProviders[name as PixProviderName];
    expect({ ...profile, server: undefined }).toEqual({ name, mutualTls: true, ...documented });
    expect([...scopes].sort()).toEqual(SCOPES[name as PixProviderName] ?? ORDINARY);
    const automatico = features === undefined ? undefined : features['pix-automatico'];
    expect(automatico).toEqual(FEATURES[name as PixProviderName]);
    expect(Object.keys(scopeGroups ?? {})).toContain('cob');
    expect(sources?.length).toBeGreaterThan(0);
  });

  it('has the scope groups of other APIs of Sicoob', () => {
    const { boletos, webhooks, contaCorrente } = pixProviders.sicoob.scopeGroups ?? {};
    expect([boletos, webhooks, contaCorrente].map((group) => group?.scopes)).toEqual([
      ['boletos_inclusao', 'boletos_consulta', 'boletos_alteracao'],
      ['webhooks_alteracao', 'webhooks_consulta', 'webhooks_inclusao'],
      ['cco_consulta', 'cco_transferencias', 'openid'],
    ]);
  });

  it('has the same providers as this table', () => {
    expect(Object.keys(PROFILES).sort()).toEqual(Object.keys(pixProviders).sort());
  });
});

describe('the scope groups of a profile', () => {
  const address = 'https://bank.example/pix';
  const define = (more: Partial<PixProvider> = {}) =>
    definePixProvider({
      name: 'bank',
      code: '999',
      production: { baseUrl: address, tokenUrl: address },
      scopes: ['cob.read', 'pix.read', 'pix.write'],
      features: {},
      ...more,
    });

  it('contain the scopes of the provider by resource', () => {
    const { scopeGroups = {} } = define();
    expect(
      Object.fromEntries(Object.entries(scopeGroups).map(([name, { scopes }]) => [name, scopes])),
    ).toEqual({ cob: ['cob.read'], pix: ['pix.read', 'pix.write'] });
  });

  it('are those of the profile if it defines the same name', () => {
    const cob = new PixScopeGroup('cob', ['cob.read', 'cobv.read']);
    expect(define({ scopeGroups: { cob } }).scopeGroups?.cob).toBe(cob);
  });

  it('have those of the features too', () => {
    const features = { 'pix-automatico': ['rec.read'] };
    expect(define({ features }).scopeGroups?.rec?.scopes).toEqual(['rec.read']);
    const { features: none, ...bare } = define();
    expect(none).toEqual({});
    expect(definePixProvider(bare).scopeGroups?.rec?.scopes).toEqual(['rec.write', 'rec.read']);
  });

  it('are refused with a feature or family that does not exist', () => {
    const unknown = { features: { 'pix-saque': ['x'] } } as Partial<PixProvider>;
    expect(() => define(unknown)).toThrow(
      'features.pix-saque is not a feature; known: pix-automatico',
    );
    const families = { boleto: { baseUrl: address }, rec: { baseUrl: 'http://bank.example' } };
    expect(() => define({ production: { baseUrl: address, tokenUrl: address, families } })).toThrow(
      /production\.families\.boleto is not a family; .*production\.families\.rec\.baseUrl must be https/,
    );
  });

  it('are not created for an operation at an address that is not https', () => {
    const operations = { 'POST /pix/pay/{txid}': 'http://bank.example' };
    const production = { baseUrl: address, tokenUrl: address, operations };
    expect(() => define({ production })).toThrow(
      'production.operations.POST /pix/pay/{txid} must be https',
    );
    const normalized = define({
      production: { ...production, operations: { 'GET /x': 'https://bank.example/' } },
    });
    expect(normalized.production.operations).toEqual({ 'GET /x': 'https://bank.example' });
  });

  it('are not created for an address with a password', () => {
    const production = { baseUrl: 'https://:segredo@bank.example/pix', tokenUrl: address };
    expect(() => define({ production })).toThrow('production.baseUrl must not contain credentials');
  });
});
