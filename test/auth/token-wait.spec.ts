import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InMemoryTokenStore } from '../../lib/auth/index.js';
import { PixTimeoutException } from '../../lib/errors/index.js';
import { TokenFixture, type Reply } from './support/token-fixture.js';

let fixture: TokenFixture;

beforeEach(() => {
  fixture = new TokenFixture();
});

/** Sets an endpoint that answers when the returned function is called. */
function holdEndpoint() {
  let answer: (reply: Reply) => void = () => undefined;
  fixture.endpoint = () => new Promise((resolve) => (answer = resolve));
  return (reply: Reply = { body: { access_token: 'late', expires_in: 3600 } }) => answer(reply);
}

const UNSENT = { operation: 'POST {token_url}', provider: 'bank', resultUnknown: false };

afterEach(() => void jest.restoreAllMocks());

describe('a caller that waits for a token', () => {
  it('rejects at its deadline while other callers still get the token', async () => {
    const answer = holdEndpoint();
    const tokens = fixture.open();
    const unlimited = tokens.getToken();
    const { signal } = new AbortController();
    await fixture.runtime.advance(1000);
    const limited = tokens.getToken(undefined, { until: fixture.runtime.elapsed() + 200, signal });
    const failure = limited.catch((error: unknown) => error);
    await fixture.runtime.advance(200);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(await failure).toMatchObject({
      ...UNSENT,
      name: 'PixTimeoutException',
      title: 'No token in time',
    });
    answer();
    await expect(unlimited).resolves.toBe('late');
    await expect(tokens.getToken()).resolves.toBe('late');
    expect(fixture.requests).toHaveLength(1);
  });

  it('rejects when its signal aborts while other callers still get the token', async () => {
    const answer = holdEndpoint();
    const tokens = fixture.open();
    const controller = new AbortController();
    const reason = new Error('the user left');
    const aborted = tokens.getToken(undefined, { signal: controller.signal });
    const unlimited = tokens.getToken();
    await fixture.runtime.advance(10);
    controller.abort(reason);
    await expect(aborted).rejects.toMatchObject({
      ...UNSENT,
      name: 'PixErroTransporteException',
      title: 'Request aborted',
      cause: reason,
    });
    answer();
    await expect(unlimited).resolves.toBe('late');
  });

  it('starts no request after its deadline or with an aborted signal', async () => {
    const tokens = fixture.open();
    await expect(tokens.getToken(undefined, { until: 0 })).rejects.toThrow(PixTimeoutException);
    await expect(
      tokens.getToken(undefined, { signal: AbortSignal.abort('gone') }),
    ).rejects.toMatchObject({ title: 'Request aborted' });
    expect(fixture.requests).toHaveLength(0);
  });

  it('replaces a refused token within its deadline, even if the store hangs', async () => {
    const store = new InMemoryTokenStore(fixture.runtime);
    const tokens = fixture.open({}, store);
    const refused = await tokens.getToken();
    jest.spyOn(store, 'get').mockReturnValue(new Promise(() => undefined) as never);
    const replaced = tokens.replace(refused, undefined, { until: fixture.runtime.elapsed() + 200 });
    const failure = replaced.catch((error: unknown) => error);
    await fixture.runtime.advance(200);
    expect(await failure).toMatchObject({ ...UNSENT, title: 'No token in time' });
  });

  it('removes its timers and listeners', async () => {
    const answer = holdEndpoint();
    const tokens = fixture.open();
    const { signal } = new AbortController();
    const waits = [
      tokens.getToken(undefined, { signal, until: 100 }),
      tokens.getToken(undefined, { signal, until: 100_000 }),
    ];
    const settled = Promise.allSettled(waits);
    await fixture.runtime.advance(500);
    answer();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(fixture.runtime.pendingTimers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('registers one listener at a signal that 1,000 calls share', async () => {
    const answer = holdEndpoint();
    const tokens = fixture.open();
    const { signal } = new AbortController();
    const waits = Array.from({ length: 1000 }, () => tokens.getToken(undefined, { signal }));
    await fixture.runtime.advance(10);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    answer();
    expect(new Set(await Promise.all(waits))).toEqual(new Set(['late']));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('the timeout of a token request', () => {
  /** Sets an endpoint that never answers: the transport rejects after the timeout of the request, in seconds. */
  function neverAnswers() {
    fixture.endpoint = ({ timeout }) =>
      new Promise((_resolve, reject) => {
        const seconds = typeof timeout === 'number' ? timeout : 30;
        const late = new PixTimeoutException({ title: 'Read time limit exceeded' });
        fixture.runtime.after(seconds * 1000, () => reject(late));
      });
  }

  it('is that of the call rather than that of the module', async () => {
    neverAnswers();
    const tokens = fixture.open({ timeout: 5 });
    const call = tokens.getToken(undefined, { timeout: 0.2 });
    const failure = call.catch((error: unknown) => error);
    await fixture.runtime.advance(200);
    expect(await failure).toBeInstanceOf(PixTimeoutException);
    expect(fixture.requests[0]).toMatchObject({ timeout: 0.2 });
  });

  it('ends the wait of a call that joins a request with a longer timeout', async () => {
    neverAnswers();
    const tokens = fixture.open({ timeout: 20 });
    const unlimited = fixture.settle(tokens.getToken());
    const limited = tokens.getToken(undefined, { timeout: 0.2 });
    await expect(limited).rejects.toMatchObject({ title: 'No token in time' });
    expect(fixture.runtime.elapsed()).toBeLessThan(1000);
    expect((await unlimited).status).toBe('rejected');
    expect(fixture.requests).toHaveLength(1);
  });

  it('does not affect a joined call with a longer timeout, which sends its own request', async () => {
    neverAnswers();
    const tokens = fixture.open({ timeout: 20 });
    const limited = fixture.settle(tokens.getToken(undefined, { timeout: 0.2 }));
    const unlimited = tokens.getToken();
    expect((await limited).status).toBe('rejected');
    fixture.endpoint = { body: { access_token: 'second' } };
    expect(await fixture.settle(unlimited)).toMatchObject({ value: 'second' });
    expect(fixture.requests).toHaveLength(2);
  });
});

describe('a closed client', () => {
  it('rejects getToken with "Client closed" and starts no token request', async () => {
    const tokens = fixture.open();
    await tokens.getToken();
    tokens.close();
    await expect(tokens.getToken()).rejects.toMatchObject({
      ...UNSENT,
      name: 'PixErroTransporteException',
      title: 'Client closed',
    });
    expect(fixture.requests).toHaveLength(1);
  });

  it('ends a wait between two requests', async () => {
    fixture.endpoint = { status: 503 };
    const tokens = fixture.open();
    const call = tokens.getToken();
    const failure = call.catch((error: unknown) => error);
    await fixture.runtime.advance(10);
    expect(fixture.requests).toHaveLength(1);
    tokens.close();
    expect(await failure).toMatchObject({ title: 'Client closed' });
    expect(fixture.runtime.pendingTimers).toBe(0);
    expect(fixture.requests).toHaveLength(1);
  });
});

describe('a valid token in a synchronous store', () => {
  it('is returned without timers and listeners', async () => {
    const store = new InMemoryTokenStore(fixture.runtime);
    const tokens = fixture.open({}, store);
    await tokens.getToken();
    const after = jest.spyOn(fixture.runtime, 'after');
    const { signal } = new AbortController();
    const listen = jest.spyOn(signal, 'addEventListener');
    await expect(tokens.getToken(undefined, { until: 1, signal })).resolves.toBe('token-1');
    expect(after).not.toHaveBeenCalled();
    expect(listen).not.toHaveBeenCalled();
  });
});
