import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { resolveBaseUrl, findRefusal } from '../../lib/client/plan.js';
import { allOperations, findOperation, type PixOperation } from '../../lib/contract/index.js';
import {
  createPixClient,
  definePixProvider,
  pixScopes,
  type PixClient,
  type PixModuleOptions,
  type PixProvider,
  type PixProviderName,
} from '../../lib/index.js';
import { pixProviders } from '../../lib/spec.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
let provider: ScriptedProvider;
let client: PixClient | undefined;

async function open(
  name: PixProviderName,
  options: Partial<PixModuleOptions> = {},
): Promise<PixClient> {
  client = await createPixClient(
    provider.options({
      provider: name,
      baseUrl: `${provider.origin}/base`,
      tokenUrl: `${provider.origin}/oauth/token`,
      ...options,
    }),
  );
  return client;
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await client?.close();
  await provider.close();
});

describe('the certificate of a provider with mutual TLS', () => {
  const profiles = Object.entries(pixProviders) as [PixProviderName, PixProvider][];

  it.each(profiles.map(([name]) => name))('is required by %s in production', async (name) => {
    const { certificate, ...options } = provider.options({ provider: name, appKey: 'app-1' });
    expect(certificate).toBeDefined();
    await expect(createPixClient(options)).rejects.toThrow(
      `certificate is required: ${name} requires mutual TLS`,
    );
  });

  const requiresInSandbox = ({ sandbox }: PixProvider) =>
    sandbox?.mode === 'oauth' && sandbox.mutualTls !== false;

  it.each(profiles.filter(([, profile]) => requiresInSandbox(profile)).map(([name]) => name))(
    'is required by %s in the sandbox',
    async (name) => {
      const { certificate, ...options } = provider.options({
        provider: name,
        environment: 'sandbox',
        appKey: 'app-1',
      });
      expect(certificate).toBeDefined();
      await expect(createPixClient(options)).rejects.toThrow(
        `certificate is required: ${name} requires mutual TLS`,
      );
    },
  );
});

describe('profile addresses', () => {
  it.each([
    [
      'sicoob',
      '756',
      'https://api.sicoob.com.br/pix/api/v2',
      'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
      'https://sandbox.sicoob.com.br/sicoob/sandbox/pix/api/v2',
      'fixed-token',
    ],
    [
      'bb',
      '001',
      'https://api-pix.bb.com.br/pix/v2',
      'https://oauth.bb.com.br/oauth/token',
      'https://api-pix.hm.bb.com.br/pix/v2',
      'oauth',
    ],
    [
      'sicredi',
      '748',
      'https://api-pix.sicredi.com.br/api',
      'https://api-pix.sicredi.com.br/oauth/token',
      'https://api-pix-h.sicredi.com.br/api',
      'oauth',
    ],
    [
      'inter',
      '077',
      'https://cdpj.partners.bancointer.com.br/pix/v2',
      'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
      'https://cdpj-sandbox.partners.uatinter.co/pix/v2',
      'oauth',
    ],
  ] as const)(
    'match the documentation of %s (%s)',
    (name, code, baseUrl, tokenUrl, sandboxUrl, mode) => {
      const profile = pixProviders[name];
      expect(profile).toMatchObject({
        name,
        code,
        production: { baseUrl, tokenUrl },
        sandbox: { baseUrl: sandboxUrl, mode },
      });
    },
  );
});

describe('the API versions of Sicredi', () => {
  const resolveVersion = (path: string, family: string) =>
    resolveBaseUrl({ path, family } as PixOperation, pixProviders.sicredi, 'https://r/api').slice(
      'https://r/api/'.length,
    );

  it.each([
    ['v3', '/cob/{txid}', 'cob'],
    ['v2', '/cob', 'cob'],
    ['v2', '/cobv/{txid}', 'cobv'],
    ['v2', '/pix/{e2eid}', 'pix'],
    ['v2', '/webhook/{chave}', 'webhook'],
    ['v2', '/loc', 'loc'],
    ['v2', '/lotecobv/{id}', 'lotecobv'],
    ['v2', '/anything', 'unlisted'],
    ['v1', '/cobr/{txid}', 'cobr'],
    ['v1', '/rec', 'rec'],
    ['v1', '/locrec', 'locrec'],
    ['v1', '/solicrec', 'solicrec'],
    ['v1', '/webhookcobr', 'webhookcobr'],
    ['v1', '/webhookrec', 'webhookrec'],
  ])('are %s for %s', (version, path, family) => {
    expect(resolveVersion(path, family)).toBe(version);
  });

  it('are part of the request URL', async () => {
    const sicredi = await open('sicredi');
    await sicredi.cob.get(TXID);
    await sicredi.webhook.delete('loja@example.com').catch(() => undefined);
    expect(provider.requests.map(({ url }) => url)).toEqual([
      `/base/v3/cob/${TXID}`,
      '/base/v2/webhook/loja%40example.com',
    ]);
  });
});

describe('the profile of Inter', () => {
  it('throws NotImplementedError for the list of webhooks before any token request', async () => {
    const inter = await open('inter');
    await expect(inter.webhook.list()).rejects.toMatchObject({
      name: 'NotImplementedError',
      message: expect.stringContaining('PixWebhookService.get'),
    });
    expect(provider.connections).toBe(0);
  });

  it('sends credentials in the form body', async () => {
    const inter = await open('inter');
    await inter.tokens.getToken();
    expect(new URLSearchParams(provider.tokenRequests[0]?.body).get('client_secret')).toBe(
      'secret-1',
    );
  });

  it.each([
    ['digits with a hyphen', '12345-6', '123456'],
    ['dots, spaces and leading zeros', ' 0001.234 5-6', '123456'],
  ])('normalizes x-conta-corrente: %s become digits only', async (_, given, sent) => {
    const inter = await open('inter', { contaCorrente: given });
    await inter.cob.get(TXID);
    expect(provider.requests[0]?.headers['x-conta-corrente']).toBe(sent);
    await inter.cob.get(TXID, {}, { headers: { 'X-Conta-Corrente': '99-9' } });
    expect(provider.requests[1]?.headers['x-conta-corrente']).toBe('999');
  });

  it.each(['', '000', '12a4', '--', '１２３'])(
    'refuses x-conta-corrente %j with a ValueError',
    async (value) => {
      await expect(open('inter', { contaCorrente: value })).rejects.toMatchObject({
        name: 'ValueError',
      });
    },
  );

  it('is the only one that accepts contaCorrente', async () => {
    await expect(open('bb', { contaCorrente: '1234' })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
  });

  it('filters GET /pix by txId', async () => {
    const inter = await open('inter');
    provider.api = { body: { pix: [] } };
    await inter.recebidos.list({
      inicio: '2026-01-01T00:00:00Z',
      fim: '2026-01-02T00:00:00Z',
      txid: TXID,
    });
    expect(provider.requests[0]?.url).toContain(`txId=${TXID}`);
    expect(provider.requests[0]?.url).not.toContain('txid=');
  });

  it('sends a phone key without its + in the path and in the body', async () => {
    const inter = await open('inter');
    const chave = '+5561912345678';
    await inter.webhook.delete(chave).catch(() => undefined);
    const body = { valor: { original: '1.00' }, chave };
    await inter.cob.create(body);
    expect(provider.requests[0]?.url).toBe('/base/webhook/5561912345678');
    expect(JSON.parse(provider.requests[1]?.body ?? '')).toMatchObject({ chave: '5561912345678' });
    expect(body.chave).toBe(chave);
  });

  it('allows PixInterService.payCob only in the sandbox', async () => {
    provider.api = { status: 201, body: { e2e: 'E1' } };
    const sandbox = await open('inter', { environment: 'sandbox' });
    await expect(sandbox.inter.payCob(TXID, 150)).resolves.toEqual({ e2e: 'E1' });
    expect(provider.requests[0]).toMatchObject({
      method: 'POST',
      url: `/base/cob/pagar/${TXID}`,
      body: '{"valor":150}',
    });
    const before = provider.tokenRequests.length;
    const production = await open('inter');
    await expect(production.inter.payCob(TXID, 150)).rejects.toMatchObject({ name: 'ValueError' });
    const bb = await open('bb', { appKey: 'key-1' });
    await expect(bb.inter.payCob(TXID, 150)).rejects.toMatchObject({ name: 'NotImplementedError' });
    expect(provider.tokenRequests).toHaveLength(before);
  });

  it.each([
    ['production', 'POST', '/cob/pagar/{txid}'],
    ['production', 'POST', '/cobv/pagar/{txid}'],
    ['production', 'POST', '/sandbox/cobr/pagamento'],
    ['production', 'PATCH', '/sandbox/rec/{idRec}/status'],
    ['production', 'PATCH', '/sandbox/solicrec/{idRec}/status'],
    ['production', 'PATCH', '/sandbox/cobr/{txid}/status'],
    ['sandbox', 'GET', '/webhook/callbacks'],
    ['sandbox', 'POST', '/webhook/callbacks/retry'],
  ] as const)(
    'refuses in %s the operation %s %s with a ValueError',
    (environment, method, path) => {
      const operation = { method, path, family: 'cob' } as PixOperation;
      expect(findRefusal(operation, pixProviders.inter, environment)).toMatchObject({
        name: 'ValueError',
      });
      const other = environment === 'production' ? 'sandbox' : 'production';
      expect(findRefusal(operation, pixProviders.inter, other)).toBeUndefined();
    },
  );
});

describe('the profile of Sicoob', () => {
  it('returns brcode also as pixCopiaECola', async () => {
    const sicoob = await open('sicoob', { clientSecret: undefined });
    provider.api = { body: { txid: TXID, brcode: '000201' } };
    expect(await sicoob.cob.get(TXID)).toMatchObject({ brcode: '000201', pixCopiaECola: '000201' });
    provider.api = { body: { txid: TXID, brcode: 'old', pixCopiaECola: 'new' } };
    expect(await sicoob.cob.get(TXID)).toMatchObject({ pixCopiaECola: 'new' });
  });

  it('treats 201 with HTML as an invalid response with an unknown outcome', async () => {
    const sicoob = await open('sicoob');
    provider.api = { status: 201, headers: { 'content-type': 'text/html' }, body: '<html/>' };
    await expect(
      sicoob.cob.create({ valor: { original: '1.00' }, chave: 'c@example.com' }),
    ).rejects.toMatchObject({ name: 'PixRespostaInvalidaError', resultUnknown: true });
  });
});

describe('the profile of Efí', () => {
  it('requests a token with JSON and without scope', async () => {
    const efi = await open('efi');
    await efi.tokens.getToken();
    const [request] = provider.tokenRequests;
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request?.body ?? '')).toEqual({ grant_type: 'client_credentials' });
    expect(request?.headers.authorization).toMatch(/^Basic /);
  });
});

describe('the profile of Itaú', () => {
  it('sends a new x-correlationID with each call unless the call sets one', async () => {
    const itau = await open('itau');
    await itau.cob.get(TXID);
    await itau.cob.get(TXID);
    await itau.cob.get(TXID, {}, { headers: { 'x-correlationid': 'mine' } });
    const sent = provider.requests.map(({ headers }) => headers['x-correlationid']);
    expect(sent[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[1]).not.toBe(sent[0]);
    expect(sent[2]).toBe('mine');
  });

  it('reports the identifier of the call in errors: the answered one, otherwise the sent one', async () => {
    const itau = await open('itau', { retry: false });
    provider.api = { status: 500, body: {}, headers: { 'x-correlationid': 'bank-1' } };
    await expect(itau.cob.get(TXID)).rejects.toMatchObject({ correlationId: 'bank-1' });
    provider.api = { status: 500, body: {} };
    const sent = { headers: { 'X-CorrelationId': 'mine-1' } };
    await expect(itau.cob.get(TXID, {}, sent)).rejects.toMatchObject({ correlationId: 'mine-1' });
    provider.api = { status: 200, body: 'no JSON' };
    await expect(itau.cob.get(TXID, {}, sent)).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      correlationId: 'mine-1',
    });
    provider.api = (_received, response) => {
      response.socket?.destroy();
      return undefined;
    };
    await expect(itau.cob.get(TXID, {}, sent)).rejects.toMatchObject({
      name: 'PixConexaoException',
      correlationId: 'mine-1',
    });
  });

  it('sends the token of the sandbox also in x-sandbox-token, in production not', async () => {
    const itau = await open('itau', { environment: 'sandbox' });
    await itau.cob.get(TXID);
    expect(new URLSearchParams(provider.tokenRequests[0]?.body).get('client_id')).toBe('client-1');
    expect(provider.requests[0]?.headers).toMatchObject({
      'x-sandbox-token': 'token-1',
      authorization: 'Bearer token-1',
    });
    await itau.close();
    await (await open('itau')).cob.get(TXID);
    expect(provider.requests[1]?.headers).not.toHaveProperty('x-sandbox-token');
  });

  it('sends a fixed token of a sandbox in its header as well', async () => {
    const { itau: profile } = pixProviders;
    const baseUrl = `${provider.origin}/base`;
    const fixed = await createPixClient(
      provider.options({
        provider: definePixProvider({
          ...profile,
          sandbox: { baseUrl, mode: 'fixed-token', tokenHeader: 'x-sandbox-token' },
        }),
        environment: 'sandbox',
        sandboxToken: 'fixed-1',
        baseUrl: undefined,
        tokenUrl: undefined,
        clientSecret: undefined,
      }),
    );
    await fixed.cob.get(TXID);
    await fixed.close();
    expect(provider.requests[0]?.headers).toMatchObject({
      'x-sandbox-token': 'fixed-1',
      authorization: 'Bearer fixed-1',
    });
  });

  it('needs no certificate in its sandbox, unlike in production', async () => {
    const { certificate, ca, ...options } = provider.options({ provider: 'itau' });
    expect(certificate).toBeDefined();
    expect(ca).toBeDefined();
    const addresses = { baseUrl: undefined, tokenUrl: undefined };
    const sandbox = await createPixClient({ ...options, ...addresses, environment: 'sandbox' });
    await sandbox.close();
    await expect(createPixClient({ ...options, ...addresses })).rejects.toThrow('certificate is');
  });
});

describe('the profile of Santander', () => {
  it('sends grant_type in the query and the credentials in the form body', async () => {
    const santander = await open('santander');
    await santander.tokens.getToken();
    const [request] = provider.tokenRequests;
    expect(request?.url).toBe('/oauth/token?grant_type=client_credentials');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      client_id: 'client-1',
      client_secret: 'secret-1',
    });
  });

  it('revises on v2, reads on v1, and sends no milliseconds in GET /pix', async () => {
    const santander = await open('santander');
    await santander.cob.revise(TXID, { solicitacaoPagador: 'x' });
    await santander.cob.get(TXID);
    await santander.recebidos
      .list({
        inicio: new Date('2026-01-01T00:00:00.123Z'),
        fim: new Date('2026-01-02T00:00:00.5Z'),
      })
      .catch(() => undefined);
    expect(provider.requests.map(({ url }) => url)).toEqual([
      `/base/v2/cob/${TXID}`,
      `/base/v1/cob/${TXID}`,
      '/base/v1/pix?inicio=2026-01-01T00%3A00%3A00Z&fim=2026-01-02T00%3A00%3A00Z',
    ]);
  });

  it.each(['santander', 'pagbank'] as const)(
    'refuses POST /cob before a connection, like that of PagBank: %s',
    async (name) => {
      const bank = await open(name);
      await expect(
        bank.cob.create({ valor: { original: '1.00' }, chave: 'c@example.com' }),
      ).rejects.toMatchObject({
        name: 'NotImplementedError',
        message: expect.stringContaining('createWithTxid'),
      });
      expect(provider.connections).toBe(0);
    },
  );
});

describe('the profile of PagBank', () => {
  it('reports the identifier of its gateway in errors of calls and of token requests', async () => {
    const headers = { 'apigw-requestid': 'ThhoLkH4IAMESNg=' };
    const pagbank = await open('pagbank', { retry: false });
    provider.api = { status: 400, body: { message: 'Bad Request' }, headers };
    await expect(pagbank.cob.get(TXID)).rejects.toMatchObject({
      correlationId: headers['apigw-requestid'],
    });
    await client?.close();
    provider.token = { status: 401, body: {}, headers };
    const refused = await open('pagbank', { retry: false });
    await expect(refused.cob.get(TXID)).rejects.toMatchObject({
      correlationId: headers['apigw-requestid'],
    });
  });

  it('accepts a token that is valid for a year, unlike other profiles', async () => {
    const year = 365 * 24 * 60 * 60;
    provider.token = { body: { access_token: 'long', token_type: 'bearer', expires_in: year } };
    expect(await (await open('pagbank')).tokens.getToken()).toBe('long');
    await client?.close();
    await expect((await open('c6')).tokens.getToken()).rejects.toThrow('longer than 30 days');
    provider.token = { body: { access_token: 'long', token_type: 'bearer', expires_in: year + 1 } };
    await client?.close();
    const pagbank = await open('pagbank');
    await expect(pagbank.tokens.getToken()).rejects.toThrow('longer than 365 days');
  });
});

describe('the profile of Banco do Brasil', () => {
  const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };

  it('treats a 404 for a list of Pix as an empty page', async () => {
    const bb = await open('bb', { appKey: 'key-1' });
    provider.api = { status: 404, body: { erros: [{ codigo: '1', mensagem: 'nada' }] } };
    await expect(bb.recebidos.list(PERIOD)).resolves.toMatchObject({
      pix: [],
      parametros: { paginacao: { quantidadeTotalDeItens: 0 } },
    });
    await expect(bb.cob.get(TXID)).rejects.toMatchObject({
      name: 'PixRecursoNaoEncontradoException',
    });
  });

  it('refuses a page of more than 100 items before a connection', async () => {
    const bb = await open('bb', { appKey: 'key-1' });
    await expect(bb.recebidos.list({ ...PERIOD, itensPorPagina: 101 })).rejects.toMatchObject({
      name: 'ValidationError',
      field: 'itensPorPagina',
    });
    expect(provider.connections).toBe(0);
  });

  it('is the only one with GET /pix-bb', async () => {
    provider.api = { body: { pix: [], devolucoes: [] } };
    const bb = await open('bb', { appKey: 'key-1', scopes: ['pix-bb.read'] });
    await bb.bb.listPix(PERIOD);
    expect(provider.requests[0]?.url).toMatch(/^\/base\/pix-bb\?/);
    const inter = await open('inter');
    await expect(inter.bb.listPix(PERIOD)).rejects.toMatchObject({ name: 'NotImplementedError' });
    expect(provider.requests).toHaveLength(1);
  });

  it('sends the application key in the query of each call', async () => {
    const bb = await open('bb', { appKey: 'key-1' });
    await bb.cob.get(TXID);
    expect(provider.requests[0]?.url).toBe(`/base/cob/${TXID}?gw-dev-app-key=key-1`);
    expect(provider.tokenRequests[0]?.url).toBe('/oauth/token');
  });
});

/** What the token request of each provider contains, in addition to `grant_type`. */
const TOKEN_REQUESTS: Readonly<Record<PixProviderName, readonly string[]>> = {
  sicoob: ['form', 'basic', 'scope'],
  bb: ['form', 'basic', 'scope'],
  sicredi: ['form', 'basic', 'scope'],
  inter: ['form', 'body', 'scope'],
  efi: ['json', 'basic'],
  itau: ['form', 'body'],
  santander: ['form', 'body', 'query'],
  bradesco: ['form', 'basic'],
  c6: ['form', 'basic'],
  banrisul: ['form', 'basic', 'scope'],
  ailos: ['form', 'body', 'scope'],
  pagbank: ['json', 'basic', 'scope'],
  cielo: ['json', 'basic'],
  banestes: ['form', 'basic'],
};

describe('the token request of a profile', () => {
  it.each(Object.entries(TOKEN_REQUESTS))(
    'has the documented form at %s: %j',
    async (name, form) => {
      const pix = await open(name as PixProviderName, name === 'bb' ? { appKey: 'key-1' } : {});
      await pix.tokens.getToken();
      const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = provider.tokenRequests;
      const isJson = headers['content-type'] === 'application/json';
      const fields: Record<string, string> = isJson
        ? (JSON.parse(body) as Record<string, string>)
        : Object.fromEntries(new URLSearchParams(body));
      const query = new URL(url, provider.origin).searchParams;
      const credentials = fields.client_secret === 'secret-1' ? 'body' : 'none';
      expect([
        isJson ? 'json' : 'form',
        headers.authorization === undefined ? credentials : 'basic',
        ...(fields.scope === undefined ? [] : ['scope']),
        ...(query.has('grant_type') ? ['query'] : []),
      ]).toEqual(form);
      expect(fields.grant_type ?? query.get('grant_type')).toBe('client_credentials');
    },
  );

  it('is listed for every provider', () => {
    expect(Object.keys(TOKEN_REQUESTS).sort()).toEqual(Object.keys(pixProviders).sort());
  });
});

describe('all profiles', () => {
  it.each(Object.keys(pixProviders) as PixProviderName[])(
    'refer only to existing operations: %s',
    (name) => {
      const { unsupported = {}, query = {} } = pixProviders[name];
      const known = allOperations.map(({ method, path }) => `${method} ${path}`);
      expect(known).toEqual(
        expect.arrayContaining([...Object.keys(unsupported), ...Object.keys(query)]),
      );
    },
  );

  it('request the scopes of the operations by default', () => {
    const list = findOperation('cob.list');
    expect(pixScopes).toContain(list?.scope);
    expect(new Set(pixScopes).size).toBe(pixScopes.length);
  });
});

describe('definePixProvider', () => {
  it('lists all invalid fields', () => {
    expect(() =>
      definePixProvider({
        name: ' ',
        code: '1',
        production: { baseUrl: 'http://plain.example', tokenUrl: 'nothing' },
        sandbox: { baseUrl: 'https://user:pass@x.example', mode: 'oauth' },
        scopes: [],
      }),
    ).toThrow(
      /name must be a non-empty text; production\.baseUrl must be https; production\.tokenUrl must be an absolute URL; sandbox\.baseUrl must not contain credentials; sandbox\.tokenUrl/,
    );
  });

  it('removes slashes at the end of an address', () => {
    const made = definePixProvider({
      name: 'x',
      code: '1',
      production: { baseUrl: 'https://x.example/v2//', tokenUrl: 'https://x.example/t' },
      scopes: ['cob.read'],
    });
    expect(made.production.baseUrl).toBe('https://x.example/v2');
  });
});
