import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { PixToken, PixTokenStore, ReleaseTokenLock } from '../../lib/auth/index.js';
import { guardTokenStore } from '../../lib/auth/stores.js';
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

/** Creates a store on a map. A test can replace any of its methods. */
function createStore() {
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
const neverSettles = () => new Promise<never>(() => undefined);

/** Returns whether a promise is pending or settled after all pending work has run. */
async function readState(work: Promise<unknown>): Promise<string> {
  let state = 'pending';
  void work.then(() => (state = 'settled'));
  await runtime.advance(0);
  return state;
}

describe('the warning about an unavailable token store', () => {
  const thrown = (error: unknown) => () => {
    throw error;
  };

  it.each([
    [
      'the code of the error',
      Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    ['the name of an error without a code', new TypeError('x'), 'TypeError'],
    ['"unknown error" for null', null, 'unknown error'],
    [
      '"unknown error" for an object without a code or a name',
      { code: 5, name: 5 },
      'unknown error',
    ],
  ])('contains %s', async (_case, error, name) => {
    const { store, guard } = createStore();
    store.get.mockImplementation(thrown(error));
    expect(guard.get(KEY)).toBeUndefined();
    expect(warn.mock.calls).toEqual([[`The token store is unavailable (${name}). ${DOWN}`]]);
  });
});

describe('a token store that does not answer', () => {
  it.each(['get', 'set', 'delete', 'lock'] as const)(
    'times out after one second in %s',
    async (name) => {
      const { store, guard } = createStore();
      store[name].mockImplementation(neverSettles);
      const work = Promise.resolve(guard[name](KEY, token('a'), 60));
      await runtime.advance(999);
      expect(await readState(work)).toBe('pending');
      await runtime.advance(1);
      expect(await readState(work)).toBe('settled');
      expect(warn).toHaveBeenCalledTimes(1);
    },
  );

  it('times out after one second when it releases a lock', async () => {
    const { release, guard } = createStore();
    release.mockImplementation(neverSettles);
    const work = guard.lock(KEY).then((unlock) => unlock?.());
    await runtime.advance(999);
    expect(await readState(work)).toBe('pending');
    await runtime.advance(1);
    expect(await readState(work)).toBe('settled');
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('during an outage of the token store', () => {
  it('uses a token that another process obtained before the outage', async () => {
    const { tokens, store, guard } = createStore();
    for (const name of ['first', 'second']) {
      tokens.set(KEY, token(name));
      await guard.get(KEY);
    }
    expect(warn).not.toHaveBeenCalled();
    store.get.mockImplementation(down);
    await expect(guard.get(KEY)).resolves.toMatchObject({ accessToken: 'second' });
    expect(guard.get(KEY)).toMatchObject({ accessToken: 'second' });
  });

  it('uses the last token when the store throws synchronously', async () => {
    const { store, guard } = createStore();
    await guard.set(KEY, token('a'), 60);
    store.get.mockImplementation(() => {
      throw new Error('down');
    });
    expect(guard.get(KEY)).toMatchObject({ accessToken: 'a' });
  });

  it('does not use a token that was absent before the outage', async () => {
    const { tokens, store, guard } = createStore();
    await guard.set(KEY, token('a'), 60);
    tokens.clear();
    await expect(guard.get(KEY)).resolves.toBeUndefined();
    store.get.mockImplementation(down);
    await expect(guard.get(KEY)).resolves.toBeUndefined();
  });

  it('does not use a deleted token', async () => {
    const { store, guard } = createStore();
    await guard.set(KEY, token('a'), 60);
    store.delete.mockImplementation(down);
    await guard.delete(KEY);
    expect(guard.get(KEY)).toBeUndefined();
  });

  it('does not acquire a lock', async () => {
    const { store, release, guard } = createStore();
    store.get.mockImplementation(down);
    await guard.get(KEY);
    const unlock = await guard.lock(KEY);
    await unlock?.();
    expect(store.lock).not.toHaveBeenCalled();
    expect(release).not.toHaveBeenCalled();
  });

  it('does not save or delete anything', async () => {
    const { store, guard } = createStore();
    store.get.mockImplementation(down);
    await guard.get(KEY);
    await guard.set(KEY, token('a'), 60);
    await guard.delete(KEY);
    expect(store.set).not.toHaveBeenCalled();
    expect(store.delete).not.toHaveBeenCalled();
  });

  it.each(['get', 'set', 'delete', 'lock'] as const)(
    'ends the outage when %s succeeds',
    async (name) => {
      const { store, guard } = createStore();
      store.get.mockImplementationOnce(down);
      await guard.get(KEY);
      await runtime.advance(5000);
      await guard[name](KEY, token('a'), 60);
      expect(log.mock.calls).toEqual([['The token store is available again.']]);
    },
  );

  it('ends the outage when the store answers synchronously', async () => {
    const { store, guard } = createStore();
    store.get.mockImplementationOnce(down);
    await guard.get(KEY);
    await runtime.advance(5000);
    store.get.mockImplementation(() => undefined);
    expect(guard.get(KEY)).toBeUndefined();
    expect(log).toHaveBeenCalledTimes(1);
  });
});

describe('a token obtained during an outage', () => {
  it('is no longer used after it is deleted', async () => {
    const { tokens, store, guard } = createStore();
    store.set.mockImplementationOnce(down);
    await guard.set(KEY, token('own'), 60);
    await runtime.advance(5000);
    await guard.delete(KEY);
    tokens.set(KEY, token('theirs'));
    await expect(guard.get(KEY)).resolves.toMatchObject({ accessToken: 'theirs' });
    tokens.clear();
    await expect(guard.get(KEY)).resolves.toBeUndefined();
  });

  it('is used while a synchronous store does not have it', async () => {
    const { store, guard } = createStore();
    store.set.mockImplementationOnce(down);
    await guard.set(KEY, token('own'), 60);
    await runtime.advance(5000);
    store.get.mockImplementation(() => undefined);
    expect(guard.get(KEY)).toMatchObject({ accessToken: 'own' });
  });
});

describe('lock of a guarded token store', () => {
  it('acquires and releases the lock of the store', async () => {
    const { store, release, guard } = createStore();
    const unlock = await guard.lock(KEY);
    expect(store.lock.mock.calls).toEqual([[KEY]]);
    expect(store.lock.mock.contexts).toEqual([store]);
    await unlock?.();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('returns undefined when another process has the lock', async () => {
    const { store, guard } = createStore();
    store.lock.mockImplementation(() => Promise.resolve(undefined));
    await expect(guard.lock(KEY)).resolves.toBeUndefined();
  });

  it('returns a release function when the lock cannot be acquired', async () => {
    const { store, guard } = createStore();
    store.lock.mockImplementation(() => {
      throw new Error('down');
    });
    await expect(guard.lock(KEY)).resolves.toBeInstanceOf(Function);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('reports an outage when the lock cannot be released', async () => {
    const { release, guard } = createStore();
    release.mockImplementation(down);
    const unlock = await guard.lock(KEY);
    await unlock?.();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('releases a lock that is acquired after the time limit', async () => {
    const { store, release, guard } = createStore();
    let take: (unlock: ReleaseTokenLock | undefined) => void = () => undefined;
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
