import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { guardTokenStore } from '../../lib/auth/guarded-token-store.js';
import type { PixToken, PixTokenStore, ReleaseTokenLock } from '../../lib/auth/index.js';
import { ManualRuntime } from '../support/manual-runtime.js';

const KEY = 'pix-token:bank:1';
const DOWN = 'Until it is available again, this process uses its own tokens.';

let runtime: ManualRuntime;
let warn: jest.SpiedFunction<Logger['warn']>;
let log: jest.SpiedFunction<Logger['log']>;

beforeEach(() => {
  runtime = new ManualRuntime();
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const token = (accessToken: string): PixToken => {
  const expiresAt = runtime.now() + 3_600_000;
  return { accessToken, renewAt: expiresAt, expiresAt };
};

/** A store that works as long as the test replaces none of its methods. */
function storeOfMap() {
  const tokens = new Map<string, PixToken>();
  const store = {
    get: jest.fn<PixTokenStore['get']>(async (key) => tokens.get(key)),
    set: jest.fn<PixTokenStore['set']>(async (key, value) => void tokens.set(key, value)),
    delete: jest.fn<PixTokenStore['delete']>(async (key) => void tokens.delete(key)),
    lock: jest.fn<NonNullable<PixTokenStore['lock']>>(async () => release),
  };
  const release = jest.fn<ReleaseTokenLock>(async () => undefined);
  return { tokens, store, release, guard: guardTokenStore(store, runtime) };
}

const down = () => Promise.reject(new Error('down'));
const never = () => new Promise<never>(() => undefined);

/** The state of a promise once all that can settle has settled. */
async function stateOf(work: Promise<unknown>): Promise<string> {
  let state = 'pending';
  void work.then(() => (state = 'settled'));
  await runtime.advance(0);
  return state;
}

describe('the warning about a token store that is down', () => {
  const thrown = (error: unknown) => () => {
    throw error;
  };

  it.each([
    [
      'the code of the error',
      Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    ['its name without a code', new TypeError('x'), 'TypeError'],
    ['neither of null', null, 'unknown error'],
    ['neither of an object', { code: 5, name: 5 }, 'unknown error'],
  ])('has %s', async (_what, error, name) => {
    const { store, guard } = storeOfMap();
    store.get.mockImplementation(thrown(error));
    expect(guard.get(KEY)).toBeUndefined();
    expect(warn.mock.calls).toEqual([[`The token store is unavailable (${name}). ${DOWN}`]]);
  });
});

describe('a token store that hangs', () => {
  it.each(['get', 'set', 'delete', 'lock'] as const)(
    'is waited for a second by %s',
    async (name) => {
      const { store, guard } = storeOfMap();
      store[name].mockImplementation(never);
      const work = Promise.resolve(guard[name](KEY, token('a'), 60));
      await runtime.advance(999);
      expect(await stateOf(work)).toBe('pending');
      await runtime.advance(1);
      expect(await stateOf(work)).toBe('settled');
      expect(warn).toHaveBeenCalledTimes(1);
    },
  );

  it('is waited for a second by the release of a lock', async () => {
    const { release, guard } = storeOfMap();
    release.mockImplementation(never);
    const work = guard.lock(KEY).then((free) => free?.());
    await runtime.advance(999);
    expect(await stateOf(work)).toBe('pending');
    await runtime.advance(1);
    expect(await stateOf(work)).toBe('settled');
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('during an outage of the token store', () => {
  it('a token that another process obtained before is used', async () => {
    const { tokens, store, guard } = storeOfMap();
    for (const name of ['first', 'second']) {
      tokens.set(KEY, token(name));
      await guard.get(KEY);
    }
    expect(warn).not.toHaveBeenCalled();
    store.get.mockImplementation(down);
    await expect(guard.get(KEY)).resolves.toMatchObject({ accessToken: 'second' });
    expect(guard.get(KEY)).toMatchObject({ accessToken: 'second' });
  });

  it('a token is used from a store that throws at once', async () => {
    const { store, guard } = storeOfMap();
    await guard.set(KEY, token('a'), 60);
    store.get.mockImplementation(() => {
      throw new Error('down');
    });
    expect(guard.get(KEY)).toMatchObject({ accessToken: 'a' });
  });

  it('a token that was gone before is not used', async () => {
    const { tokens, store, guard } = storeOfMap();
    await guard.set(KEY, token('a'), 60);
    tokens.clear();
    await expect(guard.get(KEY)).resolves.toBeUndefined();
    store.get.mockImplementation(down);
    await expect(guard.get(KEY)).resolves.toBeUndefined();
  });

  it('a token that is deleted is not used', async () => {
    const { store, guard } = storeOfMap();
    await guard.set(KEY, token('a'), 60);
    store.delete.mockImplementation(down);
    await guard.delete(KEY);
    expect(guard.get(KEY)).toBeUndefined();
  });

  it('no lock is asked for', async () => {
    const { store, release, guard } = storeOfMap();
    store.get.mockImplementation(down);
    await guard.get(KEY);
    const free = await guard.lock(KEY);
    await free?.();
    expect(store.lock).not.toHaveBeenCalled();
    expect(release).not.toHaveBeenCalled();
  });

  it('nothing is saved or deleted', async () => {
    const { store, guard } = storeOfMap();
    store.get.mockImplementation(down);
    await guard.get(KEY);
    await guard.set(KEY, token('a'), 60);
    await guard.delete(KEY);
    expect(store.set).not.toHaveBeenCalled();
    expect(store.delete).not.toHaveBeenCalled();
  });

  it.each(['get', 'set', 'delete', 'lock'] as const)('%s ends it when it works', async (name) => {
    const { store, guard } = storeOfMap();
    store.get.mockImplementationOnce(down);
    await guard.get(KEY);
    await runtime.advance(5000);
    await guard[name](KEY, token('a'), 60);
    expect(log.mock.calls).toEqual([['The token store is available again.']]);
  });

  it('a store that answers at once ends it as well', async () => {
    const { store, guard } = storeOfMap();
    store.get.mockImplementationOnce(down);
    await guard.get(KEY);
    await runtime.advance(5000);
    store.get.mockImplementation(() => undefined);
    expect(guard.get(KEY)).toBeUndefined();
    expect(log).toHaveBeenCalledTimes(1);
  });
});

describe('a token that was obtained during an outage', () => {
  it('is no longer kept once it was deleted, whatever other processes do', async () => {
    const { tokens, store, guard } = storeOfMap();
    store.set.mockImplementationOnce(down);
    await guard.set(KEY, token('own'), 60);
    await runtime.advance(5000);
    await guard.delete(KEY);
    tokens.set(KEY, token('theirs'));
    await expect(guard.get(KEY)).resolves.toMatchObject({ accessToken: 'theirs' });
    tokens.clear();
    await expect(guard.get(KEY)).resolves.toBeUndefined();
  });

  it('is kept while a store that answers at once does not have it', async () => {
    const { store, guard } = storeOfMap();
    store.set.mockImplementationOnce(down);
    await guard.set(KEY, token('own'), 60);
    await runtime.advance(5000);
    store.get.mockImplementation(() => undefined);
    expect(guard.get(KEY)).toMatchObject({ accessToken: 'own' });
  });
});

describe('the lock of a token store', () => {
  it('is that of the store, and is released there', async () => {
    const { store, release, guard } = storeOfMap();
    const free = await guard.lock(KEY);
    expect(store.lock.mock.calls).toEqual([[KEY]]);
    expect(store.lock.mock.contexts).toEqual([store]);
    await free?.();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('that another process has is none', async () => {
    const { store, guard } = storeOfMap();
    store.lock.mockImplementation(() => Promise.resolve(undefined));
    await expect(guard.lock(KEY)).resolves.toBeUndefined();
  });

  it('that cannot be taken keeps no one waiting', async () => {
    const { store, guard } = storeOfMap();
    store.lock.mockImplementation(() => {
      throw new Error('down');
    });
    await expect(guard.lock(KEY)).resolves.toBeInstanceOf(Function);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('that cannot be released is an outage', async () => {
    const { release, guard } = storeOfMap();
    release.mockImplementation(down);
    const free = await guard.lock(KEY);
    await free?.();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('that is taken too late is released at once', async () => {
    const { store, release, guard } = storeOfMap();
    let take: (free: ReleaseTokenLock | undefined) => void = () => undefined;
    store.lock.mockImplementation(() => new Promise((resolve) => (take = resolve)));
    const work = guard.lock(KEY);
    await runtime.advance(1000);
    await expect(work).resolves.toBeInstanceOf(Function);
    expect(release).not.toHaveBeenCalled();
    take(release);
    await runtime.advance(0);
    expect(release).toHaveBeenCalledTimes(1);
  });
});
