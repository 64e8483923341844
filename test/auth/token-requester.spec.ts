import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InMemoryTokenStore, type PixToken, type PixTokenStore } from '../../lib/auth/index.js';
import { PixConexaoException } from '../../lib/errors/index.js';
import { markFailure } from '../../lib/transport/index.js';
import { TokenFixture, type Reply } from './support/token-fixture.js';

let fixture: TokenFixture;
/** Times of the requests on the clock of the fixture. */
let times: number[];

beforeEach(() => {
  fixture = new TokenFixture();
  times = [];
});

/** Answers one request with each reply, and then with numbered tokens. */
function answerWith(...replies: (Reply | Error)[]): void {
  const tokens = fixture.endpoint as () => Reply;
  fixture.endpoint = () => {
    times.push(fixture.runtime.elapsed());
    const reply = replies.shift() ?? tokens();
    if (reply instanceof Error) throw reply;
    return reply;
  };
}

/** A store whose lock belongs to another process until the test sets `isFree`. */
class LockedStore extends InMemoryTokenStore implements PixTokenStore {
  readonly lockTimes: number[] = [];
  readonly release = jest.fn(() => Promise.resolve());
  isFree = false;
  /** The token that the other process has saved. */
  obtained: PixToken | undefined;

  lock(key: string) {
    this.lockTimes.push(fixture.runtime.elapsed());
    if (!this.isFree) return Promise.resolve(undefined);
    if (this.obtained) this.set(key, this.obtained);
    return Promise.resolve(this.release);
  }
}

const otherToken = (): PixToken => {
  const expiresAt = fixture.runtime.now() + 3_600_000;
  return { accessToken: 'other', renewAt: expiresAt, expiresAt };
};

afterEach(() => void jest.restoreAllMocks());

describe('a token that another process requests', () => {
  it('is polled with growing, randomized pauses', async () => {
    const store = new LockedStore(fixture.runtime);
    const call = fixture.open({}, store).getToken();
    await fixture.runtime.advance(3500);
    const pauses = store.lockTimes.slice(1).map((at, index) => at - store.lockTimes[index]!);
    expect(pauses).toEqual([75, 112.5, 168.75, 253.125, 379.6875, 569.53125, 750, 750]);
    store.isFree = true;
    await fixture.runtime.advance(750);
    await expect(call).resolves.toBe('token-1');
    expect(store.release).toHaveBeenCalledTimes(1);
  });

  it('is used as soon as the store has it, without the lock', async () => {
    const store = new LockedStore(fixture.runtime);
    const get = jest.spyOn(store, 'get');
    const call = fixture.open({}, store).getToken();
    await fixture.runtime.advance(10);
    store.set(get.mock.calls[0]![0], otherToken());
    await fixture.runtime.advance(65);
    await expect(call).resolves.toBe('other');
    expect(fixture.requests).toEqual([]);
    expect(store.lockTimes).toEqual([0]);
  });

  it('is used when the store has it after the lock is acquired', async () => {
    const store = new LockedStore(fixture.runtime);
    store.isFree = true;
    store.obtained = otherToken();
    await expect(fixture.open({}, store).getToken()).resolves.toBe('other');
    expect(fixture.requests).toEqual([]);
    expect(store.release).toHaveBeenCalledTimes(1);
  });

  it('is no longer awaited after the client is closed', async () => {
    const store = new LockedStore(fixture.runtime);
    const tokens = fixture.open({}, store);
    const failure = tokens.getToken().catch((error: unknown) => error);
    await fixture.runtime.advance(10);
    tokens.close();
    expect(await failure).toMatchObject({ title: 'Client closed' });
    expect(fixture.runtime.pendingTimers).toBe(0);
    expect(store.lockTimes).toEqual([0]);
  });
});

describe('a store without locks', () => {
  it('is read once for a missing token', async () => {
    const store = new InMemoryTokenStore(fixture.runtime);
    const get = jest.spyOn(store, 'get');
    await fixture.open({}, store).getToken();
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('is read again after a pause, during which another client may obtain the token', async () => {
    const store = new InMemoryTokenStore(fixture.runtime);
    const [failed, other] = [fixture.open({}, store), fixture.open({}, store)];
    answerWith({ status: 500 });
    await expect(failed.getToken()).rejects.toMatchObject({ status: 500 });
    const call = failed.getToken();
    await expect(other.getToken()).resolves.toBe('token-2');
    await fixture.runtime.advance(500);
    await expect(call).resolves.toBe('token-2');
    expect(times).toEqual([0, 0]);
  });
});

describe('a token request after a failure', () => {
  it.each([
    ['503', { status: 503 }, 300],
    ['503 with Retry-After: 0', { status: 503, headers: { 'retry-after': '0' } }, 300],
    ['503 with Retry-After: 1', { status: 503, headers: { 'retry-after': '1' } }, 1000],
    ['503 with Retry-After: 2', { status: 503, headers: { 'retry-after': '2' } }, 2000],
    ['no connection', new PixConexaoException({ title: 'down' }), 300],
  ])(
    'is repeated for the same callers after a pause when the failure is %s',
    async (_, failure, pause) => {
      answerWith(failure);
      const call = fixture.open().getToken();
      await fixture.runtime.advance(pause);
      await expect(call).resolves.toBe('token-2');
      expect(times).toEqual([0, pause]);
    },
  );

  it.each([
    ['503 with Retry-After: 3', { status: 503, headers: { 'retry-after': '3' } }],
    [
      'a permanent connection failure',
      markFailure(new PixConexaoException({ title: 'unknown authority' }), 'permanent'),
    ],
  ])('is left to the next call when the failure is %s', async (_, failure) => {
    answerWith(failure);
    await expect(fixture.open().getToken()).rejects.toBeInstanceOf(Error);
    expect(fixture.runtime.pendingTimers).toBe(0);
    expect(times).toEqual([0]);
  });

  it('waits for the full pause and is not repeated', async () => {
    answerWith({ status: 500 }, { status: 503 });
    const tokens = fixture.open();
    await expect(tokens.getToken()).rejects.toMatchObject({ status: 500 });
    await fixture.runtime.advance(499);
    const failure = tokens.getToken().catch((error: unknown) => error);
    await fixture.runtime.advance(1);
    expect(await failure).toMatchObject({ status: 503 });
    expect(times).toEqual([0, 500]);
  });

  it('waits half a second again when a request succeeded in between', async () => {
    answerWith({ status: 500 }, { body: { access_token: 'one' } }, { status: 500 });
    const tokens = fixture.open();
    await expect(tokens.getToken()).rejects.toMatchObject({ status: 500 });
    await fixture.runtime.advance(500);
    await expect(tokens.getToken()).resolves.toBe('one');
    await tokens.invalidate();
    await expect(tokens.getToken()).rejects.toMatchObject({ status: 500 });
    const call = tokens.getToken();
    await fixture.runtime.advance(500);
    await expect(call).resolves.toBe('token-4');
    expect(times).toEqual([0, 500, 500, 1000]);
  });
});
