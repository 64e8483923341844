import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, definePixProvider, pixProviders, pixScopes } from '../../lib/index.js';
import type { PixClient, PixModuleOptions, PixProviderName } from '../../lib/index.js';
import { baseOf } from '../../lib/client/address.js';
import { refusalOf } from '../../lib/client/refusal.js';
import { allOperations, findOperation } from '../../lib/contract/index.js';
import type { PixOperation } from '../../lib/contract/index.js';
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
  client?.close();
  await provider.close();
});

describe('providers.md: addresses', () => {
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
  ] as const)('%s (%s)', (name, code, baseUrl, tokenUrl, sandboxUrl, mode) => {
    const profile = pixProviders[name];
    expect(profile).toMatchObject({
      name,
      code,
      production: { baseUrl, tokenUrl },
      sandbox: { baseUrl: sandboxUrl, mode },
    });
  });
});

describe('interface.md Versioning: Sicredi places a version for each resource', () => {
  const versionOf = (path: string, family: string) =>
    baseOf({ path, family } as PixOperation, pixProviders.sicredi, 'https://r/api').slice(
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
  ])('%s for %s', (version, path, family) => {
    expect(versionOf(path, family)).toBe(version);
  });

  it('the request goes there', async () => {
    const sicredi = await open('sicredi');
    await sicredi.cob.get(TXID);
    await sicredi.webhook.delete('chave').catch(() => undefined);
    expect(provider.requests.map(({ url }) => url)).toEqual([
      `/base/v3/cob/${TXID}`,
      '/base/v2/webhook/chave',
    ]);
  });
});

describe('interface.md Provider variants: Inter', () => {
  it('the listing of webhooks is refused with a NotImplementedError before any token request', async () => {
    const inter = await open('inter');
    await expect(inter.webhook.list()).rejects.toMatchObject({
      name: 'NotImplementedError',
      message: expect.stringContaining('PixWebhookService.get'),
    });
    expect(provider.connections).toBe(0);
  });

  it('credentials go in the form body', async () => {
    const inter = await open('inter');
    await inter.tokens.getToken();
    expect(new URLSearchParams(provider.tokenRequests[0]?.body).get('client_secret')).toBe(
      'secret-1',
    );
  });

  it.each([
    ['digits with a hyphen', '12345-6', '123456'],
    ['dots, spaces and leading zeros', ' 0001.234 5-6', '123456'],
  ])('x-conta-corrente: %s become digits only', async (_, given, sent) => {
    const inter = await open('inter', { contaCorrente: given });
    await inter.cob.get(TXID);
    expect(provider.requests[0]?.headers['x-conta-corrente']).toBe(sent);
    await inter.cob.get(TXID, {}, { headers: { 'X-Conta-Corrente': '99-9' } });
    expect(provider.requests[1]?.headers['x-conta-corrente']).toBe('999');
  });

  it.each(['', '000', '12a4', '--', '１２３'])(
    'x-conta-corrente: %j fails with a ValueError',
    async (value) => {
      await expect(open('inter', { contaCorrente: value })).rejects.toMatchObject({
        name: 'ValueError',
      });
    },
  );

  it('contaCorrente is refused where no header selects an account', async () => {
    await expect(open('bb', { contaCorrente: '1234' })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
  });

  it.each([
    ['production', 'POST', '/cob/pagar/{txid}'],
    ['production', 'POST', '/cobv/pagar/{txid}'],
    ['sandbox', 'GET', '/webhook/callbacks'],
    ['sandbox', 'POST', '/webhook/callbacks/retry'],
  ] as const)('in %s, %s %s is refused with a ValueError', (environment, method, path) => {
    const operation = { method, path, family: 'cob' } as PixOperation;
    expect(refusalOf(operation, pixProviders.inter, environment)).toMatchObject({
      name: 'ValueError',
    });
    const other = environment === 'production' ? 'sandbox' : 'production';
    expect(refusalOf(operation, pixProviders.inter, other)).toBeUndefined();
  });
});

describe('Banco do Brasil', () => {
  it('carries the application key in the query of each call', async () => {
    const bb = await open('bb', { appKey: 'key-1' });
    await bb.cob.get(TXID);
    expect(provider.requests[0]?.url).toBe(`/base/cob/${TXID}?gw-dev-app-key=key-1`);
    expect(provider.tokenRequests[0]?.url).toBe('/oauth/token');
  });
});

describe('every profile', () => {
  it.each(Object.keys(pixProviders) as PixProviderName[])(
    '%s names only operations that exist',
    (name) => {
      const { unsupported = {}, query = {} } = pixProviders[name];
      const known = allOperations.map(({ method, path }) => `${method} ${path}`);
      expect(known).toEqual(
        expect.arrayContaining([...Object.keys(unsupported), ...Object.keys(query)]),
      );
    },
  );

  it('asks for the scopes of the operations by default', () => {
    const list = findOperation('cob.list');
    expect(pixScopes).toContain(list?.scope);
    expect(new Set(pixScopes).size).toBe(pixScopes.length);
  });
});

describe('definePixProvider', () => {
  it('lists every field that is wrong', () => {
    expect(() =>
      definePixProvider({
        name: ' ',
        code: '1',
        production: { baseUrl: 'http://plain.example', tokenUrl: 'nothing' },
        sandbox: { baseUrl: 'https://user:pass@x.example', mode: 'oauth' },
        scopes: [],
      }),
    ).toThrow(
      /name must not be empty; production\.baseUrl must be https; production\.tokenUrl must be an absolute URL; sandbox\.baseUrl must not hold credentials; sandbox\.tokenUrl/,
    );
  });

  it('forgives slashes at the end of an address', () => {
    const made = definePixProvider({
      name: 'x',
      code: '1',
      production: { baseUrl: 'https://x.example/v2//', tokenUrl: 'https://x.example/t' },
      scopes: ['cob.read'],
    });
    expect(made.production.baseUrl).toBe('https://x.example/v2');
  });
});
