import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InMemoryTokenStore, type PixToken, type PixTokenStore } from '../../lib/auth/index.js';
import { PixConexaoException } from '../../lib/errors/index.js';
import { TokenBench } from './support/bench.js';

let bench: TokenBench;

beforeEach(() => {
  bench = new TokenBench();
});

describe('a refusal by the token endpoint', () => {
  it.each([400, 401, 403])(
    '%d is remembered for five seconds, then asked again',
    async (status) => {
      bench.endpoint = { status, body: { error: 'invalid_client' } };
      const tokens = bench.open();
      for (let round = 0; round < 20; round += 1) {
        await expect(tokens.getToken()).rejects.toMatchObject({ status, type: 'invalid_client' });
        await bench.runtime.advance(200);
      }
      expect(bench.requests).toHaveLength(1);
      await bench.runtime.advance(1000);
      bench.endpoint = { body: { access_token: 'again' } };
      await expect(tokens.getToken()).resolves.toBe('again');
    },
  );

  it('is of these scopes in any order', async () => {
    bench.endpoint = { status: 400 };
    const tokens = bench.open();
    await expect(tokens.getToken('cob.read pix.read')).rejects.toMatchObject({ status: 400 });
    await expect(tokens.getToken('pix.read cob.read')).rejects.toMatchObject({ status: 400 });
    expect(bench.requests).toHaveLength(1);
  });

  it('is of these scopes alone', async () => {
    bench.endpoint = ({ data }) =>
      String(data).includes('pix.read') ? { status: 400 } : { body: { access_token: 'cob' } };
    const tokens = bench.open();
    await expect(tokens.getToken('pix.read')).rejects.toMatchObject({ status: 400 });
    await expect(tokens.getToken('cob.read')).resolves.toBe('cob');
  });

  it('is forgotten by invalidate()', async () => {
    bench.endpoint = { status: 401 };
    const tokens = bench.open();
    await expect(tokens.getToken()).rejects.toMatchObject({ status: 401 });
    bench.endpoint = { body: { access_token: 'fixed' } };
    await tokens.invalidate();
    await expect(tokens.getToken()).resolves.toBe('fixed');
  });
});

describe('a failure that can pass', () => {
  it.each([
    ['503', () => ({ status: 503 })],
    ['a failed connection', () => Promise.reject(new PixConexaoException({ title: 'down' }))],
  ])('%s is repeated once within the shared request', async (_, failure) => {
    let failures = 1;
    bench.endpoint = () =>
      failures-- > 0 ? failure() : { body: { access_token: 'second', expires_in: 60 } };
    const tokens = bench.open();
    const calls = Promise.all(Array.from({ length: 100 }, () => tokens.getToken()));
    const result = await bench.settle(calls);
    expect(result).toMatchObject({ status: 'fulfilled' });
    expect(bench.requests).toHaveLength(2);
  });

  it('is not repeated while the provider asks to wait for longer', async () => {
    bench.endpoint = { status: 503, headers: { 'retry-after': '60' } };
    const result = await bench.settle(bench.open().getToken());
    expect(result).toMatchObject({ reason: { status: 503, retryAfter: 60 } });
    expect(bench.requests).toHaveLength(1);
  });

  it.each([500, 429])('%d is not repeated within the request', async (status) => {
    bench.endpoint = { status };
    expect(await bench.settle(bench.open().getToken())).toMatchObject({ reason: { status } });
    expect(bench.requests).toHaveLength(1);
  });

  it('makes no storm: 1,000 cold calls that try three times cause a handful of requests', async () => {
    bench.endpoint = { status: 503 };
    const tokens = bench.open();
    const call = async (index: number) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await tokens.getToken();
        } catch (error) {
          if (attempt === 3) throw error;
          const pause = 250 * attempt + (index % 50) * 10;
          await new Promise<void>((resolve) => bench.runtime.after(pause, resolve));
        }
      }
    };
    const calls = Promise.allSettled(Array.from({ length: 1000 }, (_, index) => call(index)));
    const results = await bench.settle(calls);
    const values = results.status === 'fulfilled' ? results.value : [];
    expect(values).toHaveLength(1000);
    expect(values.every(({ status }) => status === 'rejected')).toBe(true);
    expect(bench.requests.length).toBeLessThanOrEqual(6);
  });

  it('is asked again without a pause once the endpoint has been left alone', async () => {
    bench.endpoint = { status: 500 };
    const tokens = bench.open();
    await expect(tokens.getToken()).rejects.toMatchObject({ status: 500 });
    await bench.runtime.advance(500);
    bench.endpoint = { body: { access_token: 'back' } };
    await expect(tokens.getToken()).resolves.toBe('back');
  });
});

describe('a token that the API refuses with 401', () => {
  /** A call of the API that refuses every token; sends once more with a new token, as the client does. */
  async function refusedCall(tokens: ReturnType<TokenBench['open']>): Promise<void> {
    const token = await tokens.getToken();
    await tokens.invalidate(undefined, token);
    await tokens.getToken();
    tokens.renewalFailed();
  }

  it('is renewed each time that the renewal helps, however often it is revoked', async () => {
    const tokens = bench.open();
    for (let round = 1; round <= 20; round += 1) {
      const token = await tokens.getToken();
      expect(token).toBe(`token-${round}`);
      await tokens.invalidate(undefined, token);
    }
  });

  it('is renewed once; while the new one is refused too, no call renews it for five seconds', async () => {
    const tokens = bench.open();
    for (let round = 0; round < 200; round += 1) {
      await Promise.all(Array.from({ length: 5 }, () => refusedCall(tokens)));
      await bench.runtime.advance(20);
    }
    expect(bench.requests).toHaveLength(2);
    await bench.runtime.advance(1000);
    await refusedCall(tokens);
    expect(bench.requests).toHaveLength(3);
  });

  it('is not asked for in a loop when the endpoint keeps answering with the same token', async () => {
    bench.endpoint = { body: { access_token: 'same', expires_in: 3600 } };
    const tokens = bench.open();
    for (let round = 0; round < 50; round += 1) await refusedCall(tokens);
    expect(bench.requests).toHaveLength(2);
    await expect(tokens.getToken()).resolves.toBe('same');
  });

  it('is removed once from a store that answers late, when two calls are refused together', async () => {
    const kept = new Map<string, PixToken>();
    const remove = jest.fn(async (key: string) => void kept.delete(key));
    const store = {
      get: async (key: string) => kept.get(key),
      set: async (key: string, token: PixToken) => void kept.set(key, token),
      delete: remove,
    };
    const tokens = bench.open({}, store);
    const token = await tokens.getToken();
    await Promise.all([tokens.invalidate(undefined, token), tokens.invalidate(undefined, token)]);
    expect(remove).toHaveBeenCalledTimes(1);
  });

  it('is looked for in the store only as long as it may be replaced', async () => {
    const store = new InMemoryTokenStore(bench.runtime);
    const tokens = bench.open({}, store);
    await refusedCall(tokens);
    const get = jest.spyOn(store, 'get');
    await tokens.invalidate(undefined, 'token-2');
    expect(get).not.toHaveBeenCalled();
  });

  it('may be in no store any more', async () => {
    const remove = jest.fn<PixTokenStore['delete']>();
    const store = { get: () => undefined, set: () => undefined, delete: remove };
    await expect(bench.open({}, store).invalidate(undefined, 'gone')).resolves.toBeUndefined();
    expect(remove).not.toHaveBeenCalled();
  });

  it('is not used again although the store cannot forget it', async () => {
    const kept = new Map();
    const store = {
      get: (key: string) => kept.get(key),
      set: (key: string, token: object) => void kept.set(key, token),
      delete: () => undefined,
    };
    const tokens = bench.open({}, store);
    await refusedCall(tokens);
    await expect(tokens.getToken()).resolves.toBe('token-2');
  });
});
