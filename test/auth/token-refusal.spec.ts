import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InMemoryTokenStore, type PixToken, type PixTokenStore } from '../../lib/auth/index.js';
import { PixConexaoException } from '../../lib/errors/index.js';
import { TokenFixture } from './support/token-fixture.js';

let fixture: TokenFixture;

beforeEach(() => {
  fixture = new TokenFixture();
});

afterEach(() => void jest.restoreAllMocks());

describe('a refusal of the token endpoint', () => {
  it.each([400, 401, 403])('with %d is cached for five seconds', async (status) => {
    fixture.endpoint = { status, body: { error: 'invalid_client' } };
    const tokens = fixture.open();
    for (let round = 0; round < 20; round += 1) {
      await expect(tokens.getToken()).rejects.toMatchObject({ status, type: 'invalid_client' });
      await fixture.runtime.advance(200);
    }
    expect(fixture.requests).toHaveLength(1);
    await fixture.runtime.advance(1000);
    fixture.endpoint = { body: { access_token: 'again' } };
    await expect(tokens.getToken()).resolves.toBe('again');
  });

  it('applies to its scopes in any order', async () => {
    fixture.endpoint = { status: 400 };
    const tokens = fixture.open();
    await expect(tokens.getToken('cob.read pix.read')).rejects.toMatchObject({ status: 400 });
    await expect(tokens.getToken('pix.read cob.read')).rejects.toMatchObject({ status: 400 });
    expect(fixture.requests).toHaveLength(1);
  });

  it('does not apply to other scopes', async () => {
    fixture.endpoint = ({ body: data }) =>
      String(data).includes('pix.read') ? { status: 400 } : { body: { access_token: 'cob' } };
    const tokens = fixture.open();
    await expect(tokens.getToken('pix.read')).rejects.toMatchObject({ status: 400 });
    await expect(tokens.getToken('cob.read')).resolves.toBe('cob');
  });

  it('is cleared by invalidate()', async () => {
    fixture.endpoint = { status: 401 };
    const tokens = fixture.open();
    await expect(tokens.getToken()).rejects.toMatchObject({ status: 401 });
    fixture.endpoint = { body: { access_token: 'fixed' } };
    await tokens.invalidate();
    await expect(tokens.getToken()).resolves.toBe('fixed');
  });
});

describe('a temporary failure of the token endpoint', () => {
  it.each([
    ['503', () => ({ status: 503 })],
    ['a failed connection', () => Promise.reject(new PixConexaoException({ title: 'down' }))],
  ])('with %s is repeated once within the shared request', async (_, failure) => {
    let failures = 1;
    fixture.endpoint = () =>
      failures-- > 0 ? failure() : { body: { access_token: 'second', expires_in: 60 } };
    const tokens = fixture.open();
    const calls = Promise.all(Array.from({ length: 100 }, () => tokens.getToken()));
    const result = await fixture.settle(calls);
    expect(result).toMatchObject({ status: 'fulfilled' });
    expect(fixture.requests).toHaveLength(2);
  });

  it('is not repeated when Retry-After exceeds the longest wait', async () => {
    fixture.endpoint = { status: 503, headers: { 'retry-after': '60' } };
    const result = await fixture.settle(fixture.open().getToken());
    expect(result).toMatchObject({ reason: { status: 503, retryAfter: 60 } });
    expect(fixture.requests).toHaveLength(1);
  });

  it.each([500, 429])('with %d is not repeated within the request', async (status) => {
    fixture.endpoint = { status };
    expect(await fixture.settle(fixture.open().getToken())).toMatchObject({ reason: { status } });
    expect(fixture.requests).toHaveLength(1);
  });

  it('causes at most 6 requests for 1,000 calls with three attempts each', async () => {
    fixture.endpoint = { status: 503 };
    const tokens = fixture.open();
    const call = async (index: number) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await tokens.getToken();
        } catch (error) {
          if (attempt === 3) throw error;
          const pause = 250 * attempt + (index % 50) * 10;
          await new Promise<void>((resolve) => fixture.runtime.after(pause, resolve));
        }
      }
    };
    const calls = Promise.allSettled(Array.from({ length: 1000 }, (_, index) => call(index)));
    const results = await fixture.settle(calls);
    const values = results.status === 'fulfilled' ? results.value : [];
    expect(values).toHaveLength(1000);
    expect(values.every(({ status }) => status === 'rejected')).toBe(true);
    expect(fixture.requests.length).toBeLessThanOrEqual(6);
  });

  it('causes no pause after half a second without requests', async () => {
    fixture.endpoint = { status: 500 };
    const tokens = fixture.open();
    await expect(tokens.getToken()).rejects.toMatchObject({ status: 500 });
    await fixture.runtime.advance(500);
    fixture.endpoint = { body: { access_token: 'back' } };
    await expect(tokens.getToken()).resolves.toBe('back');
  });
});

describe('a token that the API refuses with 401', () => {
  /** Simulates an API call that is refused with 401, renews the token once and is refused again. */
  async function refusedCall(tokens: ReturnType<TokenFixture['open']>): Promise<void> {
    const token = await tokens.getToken();
    await tokens.invalidate(undefined, token);
    await tokens.getToken();
    tokens.renewalFailed();
  }

  it('is renewed each time it is revoked', async () => {
    const tokens = fixture.open();
    for (let round = 1; round <= 20; round += 1) {
      const token = await tokens.getToken();
      expect(token).toBe(`token-${round}`);
      await tokens.invalidate(undefined, token);
    }
  });

  it('is renewed once per five seconds while new tokens are also refused', async () => {
    const tokens = fixture.open();
    for (let round = 0; round < 200; round += 1) {
      await Promise.all(Array.from({ length: 5 }, () => refusedCall(tokens)));
      await fixture.runtime.advance(20);
    }
    expect(fixture.requests).toHaveLength(2);
    await fixture.runtime.advance(1000);
    await refusedCall(tokens);
    expect(fixture.requests).toHaveLength(3);
  });

  it('is not requested repeatedly while the endpoint returns the same token', async () => {
    fixture.endpoint = { body: { access_token: 'same', expires_in: 3600 } };
    const tokens = fixture.open();
    for (let round = 0; round < 50; round += 1) await refusedCall(tokens);
    expect(fixture.requests).toHaveLength(2);
    await expect(tokens.getToken()).resolves.toBe('same');
  });

  it('is deleted once when two calls are refused at the same time', async () => {
    const stored = new Map<string, PixToken>();
    const remove = jest.fn(async (key: string) => void stored.delete(key));
    const store = {
      get: async (key: string) => stored.get(key),
      set: async (key: string, token: PixToken) => void stored.set(key, token),
      delete: remove,
    };
    const tokens = fixture.open({}, store);
    const token = await tokens.getToken();
    await Promise.all([tokens.invalidate(undefined, token), tokens.invalidate(undefined, token)]);
    expect(remove).toHaveBeenCalledTimes(1);
  });

  it('is not read from the store while it may not be replaced', async () => {
    const store = new InMemoryTokenStore(fixture.runtime);
    const tokens = fixture.open({}, store);
    await refusedCall(tokens);
    const get = jest.spyOn(store, 'get');
    await tokens.invalidate(undefined, 'token-2');
    expect(get).not.toHaveBeenCalled();
  });

  it('may already be absent from the store', async () => {
    const remove = jest.fn<PixTokenStore['delete']>();
    const store = { get: () => undefined, set: () => undefined, delete: remove };
    await expect(fixture.open({}, store).invalidate(undefined, 'gone')).resolves.toBeUndefined();
    expect(remove).not.toHaveBeenCalled();
  });

  it('is not used again when the store fails to delete it', async () => {
    const stored = new Map();
    const store = {
      get: (key: string) => stored.get(key),
      set: (key: string, token: object) => void stored.set(key, token),
      delete: () => undefined,
    };
    const tokens = fixture.open({}, store);
    await refusedCall(tokens);
    await expect(tokens.getToken()).resolves.toBe('token-2');
  });
});
