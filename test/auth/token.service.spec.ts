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
import { ScriptedProvider, scriptedScopes } from '../support/scripted-provider.js';

let provider: ScriptedProvider;
const clients: PixClient[] = [];

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  const client = await createPixClient(provider.options(options));
  clients.push(client);
  return client;
}

/** Sets a token endpoint that numbers its tokens. */
function numberTokens(extra: object = { expires_in: 3600 }) {
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

describe('a client credentials token request', () => {
  it('sends grant_type client_credentials and the scopes separated by spaces', async () => {
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

  it('requests all Pix scopes of the provider by default', async () => {
    const client = await open();
    await client.tokens.getToken();
    expect(new URLSearchParams(provider.tokenRequests[0]?.body).get('scope')).toBe(
      scriptedScopes.join(' '),
    );
  });

  it('is sent once per set of scopes, whatever their order', async () => {
    numberTokens();
    const client = await open();
    const first = await client.tokens.getToken('cob.read pix.read');
    expect(await client.tokens.getToken(['pix.read', 'cob.read'])).toBe(first);
    expect(await client.tokens.getToken('pix.read')).not.toBe(first);
    expect(provider.tokenRequests).toHaveLength(2);
  });
});

describe('client authentication at the token endpoint', () => {
  it("sends Authorization: Basic with the secret for 'basic', the default", async () => {
    await (await open()).tokens.getToken();
    const [request] = provider.tokenRequests;
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from('client-1:secret-1').toString('base64')}`,
    );
    expect(request?.body).not.toContain('secret-1');
  });

  it("sends client_id and client_secret in the form body for 'body'", async () => {
    await (await open({ clientAuth: 'body' })).tokens.getToken();
    const [request] = provider.tokenRequests;
    expect(request?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toMatchObject({
      client_id: 'client-1',
      client_secret: 'secret-1',
    });
  });

  it.each(['basic', 'body'] as const)(
    'sends client_id in the form body without a secret, also for %s',
    async (clientAuth) => {
      await (await open({ clientSecret: undefined, clientAuth })).tokens.getToken();
      const [request] = provider.tokenRequests;
      expect(request?.headers.authorization).toBeUndefined();
      expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
        grant_type: 'client_credentials',
        client_id: 'client-1',
        scope: scriptedScopes.join(' '),
      });
    },
  );

  it('refuses another clientAuth with a ValueError', async () => {
    await expect(open({ clientAuth: 'post' as never })).rejects.toMatchObject({
      name: 'ValueError',
    });
    expect(provider.connections).toBe(0);
  });
});

describe('concurrent token requests', () => {
  it('are merged into 1 for 1,000 callers without a cached token', async () => {
    const client = await open();
    const tokens = await Promise.all(Array.from({ length: 1000 }, () => client.tokens.getToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('are merged into 1 with a slow store', async () => {
    const memory = new InMemoryTokenStore();
    const slowStore: PixTokenStore = {
      get: async (key) => new Promise((resolve) => setImmediate(() => resolve(memory.get(key)))),
      set: async (key, token) => memory.set(key, token),
      delete: async (key) => memory.delete(key),
    };
    const client = await open({ tokenStore: slowStore });
    await Promise.all(Array.from({ length: 100 }, () => client.tokens.getToken()));
    await client.tokens.getToken();
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('fail all callers after two failures, and the next call requests again', async () => {
    const client = await open();
    provider.token = { status: 503, body: {} };
    const results = await Promise.allSettled([client.tokens.getToken(), client.tokens.getToken()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(provider.tokenRequests).toHaveLength(2);
    provider.token = { body: { access_token: 'later' } };
    await expect(client.tokens.getToken()).resolves.toBe('later');
  });

  it('are merged into 1 when calls are refused with 401 at the same time', async () => {
    numberTokens();
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
    ['less than 120 s, renewing after half of it', 100, 49, 51],
    ['missing, which means 60 s', undefined, 29, 31],
  ])('follow expires_in that is %s', async (_, expiresIn, renewAfter, renewedBy) => {
    numberTokens({ expires_in: expiresIn });
    const client = await open();
    const now = Date.now();
    await client.tokens.getToken();
    jest.spyOn(Date, 'now').mockReturnValue(now + renewAfter * 1000);
    await client.tokens.getToken();
    expect(provider.tokenRequests).toHaveLength(1);
    jest.spyOn(Date, 'now').mockReturnValue(now + renewedBy * 1000 + 900);
    await client.tokens.getToken();
    expect(provider.tokenRequests).toHaveLength(2);
  });

  it.each([
    ['no access_token', {}],
    ['an empty access_token', { access_token: '' }],
    ['an access_token that is not text', { access_token: 5 }],
    ['expires_in 0', { access_token: 'a', expires_in: 0 }],
    ['expires_in negative', { access_token: 'a', expires_in: -5 }],
    ['expires_in that is not a number', { access_token: 'a', expires_in: 'soon' }],
    ['expires_in empty', { access_token: 'a', expires_in: '' }],
    ['expires_in 1e308', { access_token: 'a', expires_in: 1e308 }],
    ['milliseconds as expires_in', { access_token: 'a', expires_in: 3_600_000 }],
    ['a line break in access_token', { access_token: 'tok\n' }],
    ['a header in access_token', { access_token: 'tok\r\nX: 1' }],
    ['a space in access_token', { access_token: 'to k' }],
    ['a character outside of ASCII in access_token', { access_token: 'tók€n' }],
    ['another token_type', { access_token: 'a', token_type: 'DPoP' }],
    ['a token_type that is not text', { access_token: 'a', token_type: 1 }],
    ['a list', []],
    ['HTML', '<html>ok</html>'],
    ['nothing', ''],
  ])('refuse a response with %s', async (_, body) => {
    provider.token = { body };
    const client = await open();
    await expect(client.tokens.getToken()).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      status: 200,
      resultUnknown: false,
    });
  });

  it('do not cache an unusable token, and no error quotes it', async () => {
    provider.token = { body: { access_token: 'tok-visible\n' } };
    const client = await open();
    const error: unknown = await client.tokens.getToken().catch((reason: unknown) => reason);
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain('tok-visible');
    provider.token = {
      body: { access_token: 'good', token_type: 'BEARER', expires_in: 2_592_000 },
    };
    await expect(client.tokens.getToken()).resolves.toBe('good');
  });

  it('log one warning that names the scopes that were not granted', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    provider.token = { body: { access_token: 'a', scope: 'cob.read' } };
    const client = await open({ scopes: 'cob.read cob.write pix.read' });
    await client.tokens.getToken();
    await client.tokens.getToken();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toMatch(/missing: cob\.write pix\.read$/);
  });

  it('invalidate removes only the token of its scopes', async () => {
    numberTokens();
    const client = await open();
    await client.tokens.getToken('cob.read');
    await client.tokens.getToken('pix.read');
    await client.tokens.invalidate('cob.read');
    expect(await client.tokens.getToken('pix.read')).toBe('token-2');
    expect(await client.tokens.getToken('cob.read')).toBe('token-3');
  });
});

describe('errors of the token endpoint', () => {
  it('have the error of RFC 6749 as type and the description in detail', async () => {
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

  it('have a known outcome when the connection breaks', async () => {
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

describe('a custom token store', () => {
  it('is read first and receives the token under a key without secrets', async () => {
    const renewAfter = new Map<string, PixToken>();
    const ttls: number[] = [];
    const store: PixTokenStore = {
      get: async (key) => renewAfter.get(key),
      set: async (key, token, ttl) => {
        ttls.push(ttl);
        renewAfter.set(key, token);
      },
      delete: async (key) => void renewAfter.delete(key),
    };
    await (await open({ tokenStore: store })).tokens.getToken();
    await (await open({ tokenStore: store })).tokens.getToken();
    expect(provider.tokenRequests).toHaveLength(1);
    expect(ttls).toEqual([3600]);
    expect([...renewAfter.keys()].join()).not.toMatch(/client-1|secret-1/);
  });

  it('that fails causes a token request, and the call succeeds', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const broken: PixTokenStore = {
      get: () => Promise.reject(new Error('down')),
      set: () => Promise.reject(new Error('down')),
      delete: () => Promise.reject(new Error('down')),
    };
    const client = await open({ tokenStore: broken });
    await expect(client.tokens.getToken()).resolves.toBe('token-1');
  });

  it('separates accounts', async () => {
    numberTokens();
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

  it('sends the fixed token without a token request or a certificate', async () => {
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

  it('throws the refusal of a fixed token without another attempt', async () => {
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

  it('is refused for a provider whose sandbox uses OAuth', async () => {
    const client = await open({ provider: sandbox('oauth'), environment: 'sandbox' });
    await client.cob.get('x'.repeat(26));
    expect(provider.requests[0]?.headers.authorization).toBe('Bearer token-1');
    await expect(
      open({ provider: sandbox('oauth'), environment: 'sandbox', sandboxToken: 'fixed-1' }),
    ).rejects.toThrow(/refuses a fixed token/);
  });
});
