import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  createPixClient,
  InMemoryTokenStore,
  type PixClient,
  type PixModuleOptions,
  type PixToken,
  type PixTokenStore,
} from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

let provider: ScriptedProvider;
const clients: PixClient[] = [];

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  const client = await createPixClient(provider.options(options));
  clients.push(client);
  return client;
}

/** A token endpoint that numbers its tokens. */
function numbered(extra: object = { expires_in: 3600 }) {
  let number = 0;
  provider.token = () => ({ body: { access_token: `token-${(number += 1)}`, ...extra } });
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  for (const client of clients.splice(0)) await client.close();
  await provider.close();
});

describe('a token from client credentials for a scope', () => {
  it('asks with grant_type client_credentials and the scopes separated by spaces', async () => {
    const client = await open({ scopes: ['cob.write', 'cob.read'] });
    await expect(client.tokens.getToken()).resolves.toBe('token-1');
    const [request] = provider.tokenRequests;
    expect(request?.method).toBe('POST');
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'cob.write cob.read',
    });
  });

  it('asks for the full Pix scope set of the provider when scopes are omitted', async () => {
    const client = await open();
    await client.tokens.getToken();
    expect(new URLSearchParams(provider.tokenRequests[0]?.body).get('scope')).toBe(
      'cob.write cob.read',
    );
  });

  it('obtains one token for each set of scopes, whatever their order', async () => {
    numbered();
    const client = await open();
    const first = await client.tokens.getToken('cob.read pix.read');
    expect(await client.tokens.getToken(['pix.read', 'cob.read'])).toBe(first);
    expect(await client.tokens.getToken('pix.read')).not.toBe(first);
    expect(provider.tokenRequests).toHaveLength(2);
  });
});

describe('client authentication at the token endpoint', () => {
  it("'basic' (default) with a secret: Authorization: Basic base64(client_id:client_secret)", async () => {
    await (await open()).tokens.getToken();
    const [request] = provider.tokenRequests;
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from('client-1:secret-1').toString('base64')}`,
    );
    expect(request?.body).not.toContain('secret-1');
  });

  it("'body' with a secret: client_id and client_secret in the form body", async () => {
    await (await open({ clientAuth: 'body' })).tokens.getToken();
    const [request] = provider.tokenRequests;
    expect(request?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toMatchObject({
      client_id: 'client-1',
      client_secret: 'secret-1',
    });
  });

  it.each(['basic', 'body'] as const)(
    'no secret: client_id in the form body, and client_auth %s has no effect',
    async (clientAuth) => {
      await (await open({ clientSecret: undefined, clientAuth })).tokens.getToken();
      const [request] = provider.tokenRequests;
      expect(request?.headers.authorization).toBeUndefined();
      expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
        grant_type: 'client_credentials',
        client_id: 'client-1',
        scope: 'cob.write cob.read',
      });
    },
  );

  it('any other client_auth value fails with a ValueError', async () => {
    await expect(open({ clientAuth: 'post' as never })).rejects.toMatchObject({
      name: 'ValueError',
    });
    expect(provider.connections).toBe(0);
  });
});

describe('one request for any number of callers', () => {
  it('a 1,000-way concurrent cold start makes 1 token request', async () => {
    const client = await open();
    const tokens = await Promise.all(Array.from({ length: 1000 }, () => client.tokens.getToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('so it does with a store that answers late', async () => {
    const memory = new InMemoryTokenStore();
    const late: PixTokenStore = {
      get: async (key) => new Promise((resolve) => setImmediate(() => resolve(memory.get(key)))),
      set: async (key, token) => memory.set(key, token),
      delete: async (key) => memory.delete(key),
    };
    const client = await open({ tokenStore: late });
    await Promise.all(Array.from({ length: 100 }, () => client.tokens.getToken()));
    await client.tokens.getToken();
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('a request that fails twice fails its callers, and the next call requests again', async () => {
    const client = await open();
    provider.token = { status: 503, body: {} };
    const results = await Promise.allSettled([client.tokens.getToken(), client.tokens.getToken()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(provider.tokenRequests).toHaveLength(2);
    provider.token = { body: { access_token: 'later' } };
    await expect(client.tokens.getToken()).resolves.toBe('later');
  });

  it('1,000 calls refused with 401 together lead to one renewal', async () => {
    numbered();
    provider.api = ({ headers }) =>
      headers.authorization === 'Bearer token-1'
        ? { status: 401, body: {} }
        : { body: { txid: 'x'.repeat(26) } };
    const client = await open();
    await client.tokens.getToken();
    await Promise.all(Array.from({ length: 200 }, () => client.cob.get('x'.repeat(26))));
    expect(provider.tokenRequests).toHaveLength(2);
  });
});

describe('lifetime and renewal of a token', () => {
  it.each([
    ['a number', 3600, 3539, 3541],
    ['a numeric string', '3600', 3539, 3541],
    ['half its life when it lives less than 120 s', 100, 49, 51],
    ['60 s when expires_in is missing', undefined, 29, 31],
  ])('expires_in %s', async (_, expiresIn, kept, gone) => {
    numbered({ expires_in: expiresIn });
    const client = await open();
    const now = Date.now();
    await client.tokens.getToken();
    jest.spyOn(Date, 'now').mockReturnValue(now + kept * 1000);
    await client.tokens.getToken();
    expect(provider.tokenRequests).toHaveLength(1);
    jest.spyOn(Date, 'now').mockReturnValue(now + gone * 1000 + 900);
    await client.tokens.getToken();
    expect(provider.tokenRequests).toHaveLength(2);
  });

  it.each([
    ['no access_token', {}],
    ['an empty access_token', { access_token: '' }],
    ['an access_token that is no text', { access_token: 5 }],
    ['expires_in 0', { access_token: 'a', expires_in: 0 }],
    ['expires_in negative', { access_token: 'a', expires_in: -5 }],
    ['expires_in that is no number', { access_token: 'a', expires_in: 'soon' }],
    ['expires_in empty', { access_token: 'a', expires_in: '' }],
    ['expires_in 1e308', { access_token: 'a', expires_in: 1e308 }],
    ['milliseconds as expires_in', { access_token: 'a', expires_in: 3_600_000 }],
    ['a line break in access_token', { access_token: 'tok\n' }],
    ['a header in access_token', { access_token: 'tok\r\nX: 1' }],
    ['a space in access_token', { access_token: 'to k' }],
    ['a character outside of ASCII in access_token', { access_token: 'tók€n' }],
    ['another token_type', { access_token: 'a', token_type: 'DPoP' }],
    ['a token_type that is no text', { access_token: 'a', token_type: 1 }],
    ['a list', []],
    ['HTML', '<html>ok</html>'],
    ['nothing', ''],
  ])('an answer with %s is PixRespostaInvalidaError', async (_, body) => {
    provider.token = { body };
    const client = await open();
    await expect(client.tokens.getToken()).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      status: 200,
      resultUnknown: false,
    });
  });

  it('an unusable token is not kept, and no error quotes it', async () => {
    provider.token = { body: { access_token: 'tok-visible\n' } };
    const client = await open();
    const error: unknown = await client.tokens.getToken().catch((reason: unknown) => reason);
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain('tok-visible');
    provider.token = {
      body: { access_token: 'good', token_type: 'BEARER', expires_in: 2_592_000 },
    };
    await expect(client.tokens.getToken()).resolves.toBe('good');
  });

  it('a response that grants fewer scopes than asked logs one warning that names the missing ones', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    provider.token = { body: { access_token: 'a', scope: 'cob.read' } };
    const client = await open({ scopes: 'cob.read cob.write pix.read' });
    await client.tokens.getToken();
    await client.tokens.getToken();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toMatch(/missing: cob\.write pix\.read$/);
  });

  it('invalidate forgets the token of these scopes alone', async () => {
    numbered();
    const client = await open();
    await client.tokens.getToken('cob.read');
    await client.tokens.getToken('pix.read');
    await client.tokens.invalidate('cob.read');
    expect(await client.tokens.getToken('pix.read')).toBe('token-2');
    expect(await client.tokens.getToken('cob.read')).toBe('token-3');
  });
});

describe('errors of the token endpoint, by RFC 6749', () => {
  it('type is error, detail is error: error_description, in the same hierarchy', async () => {
    provider.token = {
      status: 401,
      body: { error: 'invalid_client', error_description: 'unknown client' },
    };
    const client = await open();
    await expect(client.cob.get('x'.repeat(26))).rejects.toMatchObject({
      name: 'PixNaoAutorizadoException',
      type: 'invalid_client',
      detail: 'invalid_client: unknown client',
      status: 401,
    });
    expect(provider.requests).toHaveLength(0);
  });

  it('a lost answer of the token endpoint leaves no outcome unknown', async () => {
    provider.token = (_, response) => {
      response.destroy();
      return undefined;
    };
    const client = await open();
    await expect(
      client.cob.create({ valor: { original: '1.00' }, chave: 'c@example.com' }),
    ).rejects.toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
  });
});

describe('a token store of one’s own', () => {
  it('is asked first and given what was obtained, under a key without secrets', async () => {
    const kept = new Map<string, PixToken>();
    const ttls: number[] = [];
    const store: PixTokenStore = {
      get: async (key) => kept.get(key),
      set: async (key, token, ttl) => {
        ttls.push(ttl);
        kept.set(key, token);
      },
      delete: async (key) => void kept.delete(key),
    };
    await (await open({ tokenStore: store })).tokens.getToken();
    await (await open({ tokenStore: store })).tokens.getToken();
    expect(provider.tokenRequests).toHaveLength(1);
    expect(ttls).toEqual([3600]);
    expect([...kept.keys()].join()).not.toMatch(/client-1|secret-1/);
  });

  it('that fails costs a token request, not the call', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const broken: PixTokenStore = {
      get: () => Promise.reject(new Error('down')),
      set: () => Promise.reject(new Error('down')),
      delete: () => Promise.reject(new Error('down')),
    };
    const client = await open({ tokenStore: broken });
    await expect(client.tokens.getToken()).resolves.toBe('token-1');
  });

  it('keeps accounts apart', async () => {
    numbered();
    const tokenStore = new InMemoryTokenStore();
    const one = await open({ tokenStore, clientId: 'one' });
    const other = await open({ tokenStore, clientId: 'other' });
    expect(await one.tokens.getToken()).not.toBe(await other.tokens.getToken());
  });
});

describe('a sandbox with a fixed token', () => {
  const sandbox = (mode: 'fixed-token' | 'oauth') => ({
    name: 'scripted',
    code: '999',
    production: { baseUrl: 'https://never.example', tokenUrl: 'https://never.example' },
    sandbox: {
      baseUrl: `${provider.origin}/sandbox`,
      tokenUrl: `${provider.origin}/oauth/token`,
      mode,
    },
    scopes: ['cob.read'],
  });

  it('makes no token request and sends the fixed token, without a certificate', async () => {
    await provider.close();
    provider = await ScriptedProvider.start({ mutualTls: false });
    const client = await open({
      provider: sandbox('fixed-token'),
      environment: 'sandbox',
      sandboxToken: 'fixed-1',
      certificate: undefined,
      clientId: undefined,
      clientSecret: undefined,
    });
    await client.cob.get('x'.repeat(26));
    expect(provider.tokenRequests).toHaveLength(0);
    expect(provider.requests[0]?.headers.authorization).toBe('Bearer fixed-1');
    expect(provider.requests[0]?.headers.client_id).toBe('');
    expect(provider.requests[0]?.url).toBe(`/sandbox/cob/${'x'.repeat(26)}`);
  });

  it('a fixed token that is refused is the error, with no second try', async () => {
    provider.api = { status: 401, body: {} };
    const client = await open({
      provider: sandbox('fixed-token'),
      environment: 'sandbox',
      sandboxToken: 'fixed-1',
    });
    await expect(client.cob.get('x'.repeat(26))).rejects.toMatchObject({
      name: 'PixNaoAutorizadoException',
    });
    expect(provider.requests).toHaveLength(1);
  });

  it('a provider that rejects a fixed token uses its own sandbox with OAuth and mutual TLS', async () => {
    const client = await open({ provider: sandbox('oauth'), environment: 'sandbox' });
    await client.cob.get('x'.repeat(26));
    expect(provider.requests[0]?.headers.authorization).toBe('Bearer token-1');
    await expect(
      open({ provider: sandbox('oauth'), environment: 'sandbox', sandboxToken: 'fixed-1' }),
    ).rejects.toThrow(/refuses a fixed token/);
  });
});
