import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  accountFingerprint,
  InMemoryTokenStore,
  type PixToken,
  type PixTokenStore,
} from '../../lib/auth/index.js';
import { IDENTITY, TokenFixture } from './support/token-fixture.js';

let fixture: TokenFixture;
let warn: jest.SpiedFunction<Logger['warn']>;
let log: jest.SpiedFunction<Logger['log']>;

beforeEach(() => {
  fixture = new TokenFixture();
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** A shared store whose methods can work, hang or fail. */
class UnsteadyStore implements PixTokenStore {
  mode: 'works' | 'hangs' | 'fails' = 'works';
  operations = 0;
  readonly tokens = new Map<string, PixToken>();

  get(key: string) {
    return this.#run(() => this.tokens.get(key));
  }

  set(key: string, token: PixToken) {
    return this.#run(() => void this.tokens.set(key, token));
  }

  delete(key: string) {
    return this.#run(() => void this.tokens.delete(key));
  }

  #run<T>(operation: () => T): Promise<T> {
    this.operations += 1;
    if (this.mode === 'hangs') return new Promise(() => undefined);
    if (this.mode === 'fails') return Promise.reject(new Error(`secret text of a client`));
    return Promise.resolve(operation());
  }
}

describe.each(['hangs', 'fails'] as const)('a token store that %s', (mode) => {
  it('is unavailable within a second, and the process uses its own token', async () => {
    const store = new UnsteadyStore();
    store.mode = mode;
    const tokens = fixture.open({}, store);
    const calls = Promise.all(Array.from({ length: 1000 }, () => tokens.getToken()));
    expect(await fixture.settle(calls)).toMatchObject({ status: 'fulfilled' });
    expect(fixture.runtime.elapsed()).toBeLessThanOrEqual(1100);
    const operations = store.operations;
    for (let round = 0; round < 20; round += 1) {
      await expect(tokens.getToken()).resolves.toBe('token-1');
      await fixture.runtime.advance(100);
    }
    expect(store.operations).toBe(operations);
    expect(fixture.requests).toHaveLength(1);
  });

  it('causes one warning per outage without the error text, and one log entry at its end', async () => {
    const store = new UnsteadyStore();
    const clients = [fixture.open({}, store), fixture.open({ fingerprint: 'other' }, store)];
    await Promise.all(clients.map((tokens) => tokens.getToken()));
    store.mode = mode;
    for (let round = 0; round < 30; round += 1) {
      await fixture.settle(Promise.all(clients.map((tokens) => tokens.getToken())), 250);
      await fixture.runtime.advance(750);
    }
    expect(warn).toHaveBeenCalledTimes(1);
    expect(String(warn.mock.calls[0]?.[0])).not.toMatch(/secret/);
    expect(log).not.toHaveBeenCalled();
    store.mode = 'works';
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(clients.map((tokens) => tokens.getToken()));
      await fixture.runtime.advance(1000);
    }
    expect(log).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledTimes(1);
    // The outage causes no token request because the process has the tokens.
    expect(fixture.requests).toHaveLength(2);
  });
});

describe.each([
  ['synchronously', () => null],
  ['asynchronously', () => Promise.resolve(null)],
])('a store that returns null %s', (_, get) => {
  it('is treated as a store without the token', async () => {
    const store = { get, set: () => undefined, delete: () => undefined } as never;
    await expect(fixture.open({}, store).getToken()).resolves.toBe('token-1');
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('a token that was not saved', () => {
  it('is still used when the store is available again without it', async () => {
    const store = new UnsteadyStore();
    store.mode = 'fails';
    const tokens = fixture.open({}, store);
    await tokens.getToken();
    store.mode = 'works';
    await fixture.runtime.advance(5000);
    await expect(tokens.getToken()).resolves.toBe('token-1');
    expect(fixture.requests).toHaveLength(1);
  });

  it('is not used after another process removed it from the store', async () => {
    const store = new UnsteadyStore();
    const tokens = fixture.open({}, store);
    await tokens.getToken();
    store.tokens.clear();
    await expect(tokens.getToken()).resolves.toBe('token-2');
  });
});

describe('the key of a token', () => {
  const store = () => new InMemoryTokenStore(fixture.runtime);

  it.each([
    ['secret', { clientSecret: 'another' }],
    ['no secret', { clientSecret: undefined }],
    ['client authentication', { clientAuth: 'body' as const }],
    ['certificate', { certificate: 'AB:CD' }],
    ['base address', { baseUrl: 'https://evil.example' }],
    ['token address', { tokenUrl: 'https://evil.example/token' }],
    ['client identifier', { clientId: 'client-2' }],
  ])('differs for another %s', async (_, difference) => {
    const shared = store();
    const one = fixture.open({}, shared);
    const fingerprint = accountFingerprint({ ...IDENTITY, ...difference });
    const other = fixture.open({ fingerprint }, shared);
    expect(await one.getToken()).not.toBe(await other.getToken());
  });

  it('is the same for the same identity', async () => {
    const shared = store();
    const one = await fixture.open({}, shared).getToken();
    await expect(fixture.open({}, shared).getToken()).resolves.toBe(one);
  });

  it('depends on the set of scopes, not on their order, and contains no secret', async () => {
    const keys: string[] = [];
    const spy: PixTokenStore = {
      get: () => undefined,
      set: (key) => void keys.push(key),
      delete: () => undefined,
    };
    await fixture.open({}, spy).getToken('cob.read pix.read');
    await fixture.open({}, spy).getToken(['pix.read', 'cob.read']);
    await fixture.open({}, spy).getToken('pix.read');
    expect(keys[0]).toMatch(/^pix-token:bank:[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('InMemoryTokenStore', () => {
  const token = (accessToken: string, expiresAt: number): PixToken => ({
    accessToken,
    expiresAt,
    renewAt: expiresAt,
  });

  it('removes expired tokens when it saves another one', () => {
    const store = new InMemoryTokenStore(fixture.runtime);
    const now = fixture.runtime.now();
    store.set('expired', token('a', now));
    store.set('valid', token('b', now + 1));
    store.set('new', token('c', now + 3_600_000));
    expect(store.get('expired')).toBeUndefined();
    expect(store.get('valid')).toMatchObject({ accessToken: 'b' });
    expect(store.get('new')).toMatchObject({ accessToken: 'c' });
  });

  it('keeps one token after tokens of many scopes expire', async () => {
    const store = new InMemoryTokenStore(fixture.runtime);
    const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`);
    for (const key of keys) {
      store.set(key, token(key, fixture.runtime.now() + 1_000));
      await fixture.runtime.advance(1_000);
    }
    expect(keys.filter((key) => store.get(key) !== undefined)).toEqual(['key-99']);
  });
});
