import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  TokenSlot,
  failedByShorterLimits,
  resolveWaitLimits,
  waitLimit,
  type RequestLimits,
} from '../../lib/auth/slots.js';
import {
  PixErroServidorException,
  PixNaoAutorizadoException,
  PixTimeoutException,
  RateLimitError,
} from '../../lib/errors/index.js';

const token = (accessToken: string) => ({ accessToken, renewAt: 100, expiresAt: 200 });
const failed = (status: number, retryAfter?: number) => {
  const problem = { title: 'x', detail: 'x', status };
  return status === 401
    ? new PixNaoAutorizadoException(problem, {})
    : new PixErroServidorException(problem, { retryAfter });
};

let slot: TokenSlot;

beforeEach(() => {
  slot = new TokenSlot('key', ['cob.read']);
});

describe('TokenSlot.isUsable', () => {
  it('returns true until the token is due for renewal', () => {
    expect(slot.isUsable(token('a'), 99)).toBe(true);
    expect(slot.isUsable(token('a'), 100)).toBe(false);
    expect(slot.isUsable(undefined, 0)).toBe(false);
  });

  it('returns false for a refused token until the endpoint returns it again', () => {
    slot.reject('a');
    expect(slot.isUsable(token('a'), 0)).toBe(false);
    expect(slot.isUsable(token('b'), 0)).toBe(true);
    slot.requestSucceeded(token('b'));
    expect(slot.isUsable(token('a'), 0)).toBe(false);
    slot.requestSucceeded(token('a'));
    expect(slot.isUsable(token('a'), 0)).toBe(true);
  });
});

describe('refused credentials', () => {
  it.each([400, 401, 403])('with %d are cached for five seconds without a pause', (status) => {
    const error = failed(status);
    slot.requestFailed(error, 1_000);
    expect(slot.refusalAt(5_999)).toBe(error);
    expect(slot.refusalAt(6_000)).toBeUndefined();
    expect(slot.pauseAt(1_000)).toBe(0);
  });

  it('are cleared by a success and by clearRefusals()', () => {
    slot.requestFailed(failed(401), 0);
    slot.requestSucceeded(token('a'));
    expect(slot.refusalAt(0)).toBeUndefined();
    slot.requestFailed(failed(401), 0);
    slot.clearRefusals();
    expect(slot.refusalAt(0)).toBeUndefined();
  });
});

describe('a temporary failure', () => {
  it('doubles the pause before the next request, up to five seconds', () => {
    const pauses = Array.from({ length: 6 }, () => {
      slot.requestFailed(failed(500), 0);
      return slot.pauseAt(0);
    });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(slot.pauseAt(4_999)).toBe(1);
    expect(slot.pauseAt(6_000)).toBe(0);
    expect(slot.refusalAt(0)).toBeUndefined();
  });

  it('causes a pause when it is not a response of the endpoint', () => {
    slot.requestFailed(new Error('x'), 0);
    expect(slot.pauseAt(0)).toBe(500);
  });

  it('causes a pause as long as Retry-After, up to five seconds', () => {
    slot.requestFailed(failed(503, 3), 0);
    expect(slot.pauseAt(0)).toBe(3_000);
    slot.requestFailed(failed(503, 60), 0);
    expect(slot.pauseAt(0)).toBe(5_000);
  });

  it('is cleared by a success', () => {
    slot.requestFailed(failed(500), 0);
    slot.requestFailed(failed(500), 0);
    slot.requestSucceeded(token('a'));
    expect(slot.pauseAt(0)).toBe(0);
    slot.requestFailed(failed(500), 0);
    expect(slot.pauseAt(0)).toBe(500);
  });

  it('resets the pause after five seconds without requests', () => {
    slot.requestFailed(failed(500), 0);
    slot.requestFailed(failed(500), 5_500);
    expect(slot.pauseAt(5_500)).toBe(1_000);
    slot.requestFailed(failed(500), 11_501);
    expect(slot.pauseAt(11_501)).toBe(500);
  });
});

describe('a token that the API refuses', () => {
  it('may be replaced once, and again five seconds after an unsuccessful renewal', () => {
    expect(slot.mayReplace('a', 0)).toBe(true);
    slot.reject('a');
    expect(slot.mayReplace('a', 0)).toBe(false);
    slot.replacementFailed(1_000);
    slot.replacementFailed(5_000);
    expect(slot.mayReplace('b', 5_999)).toBe(false);
    expect(slot.mayReplace('b', 6_000)).toBe(true);
    slot.replacementFailed(6_000);
    expect(slot.mayReplace('b', 10_999)).toBe(false);
    slot.clearRefusals();
    expect(slot.mayReplace('b', 6_000)).toBe(true);
  });
});

describe('wait limits of a token request', () => {
  const createLimits = (requestMs: number, until = Infinity): RequestLimits => ({
    timeout: 1,
    requestMs,
    until,
  });

  it('use the timeout of the call, then of the module', () => {
    expect(resolveWaitLimits({ timeout: [1, 2], until: 5 }, 9)).toEqual({
      timeout: [1, 2],
      requestMs: 3_000,
      until: 5,
    });
    expect(resolveWaitLimits({}, [2, null])).toEqual({
      timeout: [2, null],
      requestMs: Infinity,
      until: Infinity,
    });
  });

  it('end at the deadline, or at the own timeout if it is shorter', () => {
    expect(waitLimit(createLimits(10), createLimits(10), 100)).toBeUndefined();
    expect(waitLimit(createLimits(10), createLimits(11), 100)).toBe(110);
    expect(waitLimit(createLimits(11), createLimits(10), 100)).toBeUndefined();
    expect(waitLimit(createLimits(10, 105), createLimits(11), 100)).toBe(105);
    expect(waitLimit(createLimits(10, 120), createLimits(10), 100)).toBe(120);
  });

  it('allow another request after a timeout of a caller with a shorter timeout', () => {
    const timeout = new PixTimeoutException({ title: 'x', detail: 'x' }, {});
    expect(failedByShorterLimits(timeout, createLimits(11), createLimits(10), 0)).toBe(true);
    expect(failedByShorterLimits(timeout, createLimits(10), createLimits(10), 0)).toBe(false);
    expect(failedByShorterLimits(new Error('x'), createLimits(11), createLimits(10), 0)).toBe(
      false,
    );
  });

  it('allow another request after a rate limit that ends before the own deadline', () => {
    const limited = new RateLimitError('x', { retryAfter: 1 });
    const check = (until: number, otherUntil: number) =>
      failedByShorterLimits(limited, createLimits(1, until), createLimits(1, otherUntil), 500);
    expect(check(1_500, 1_499)).toBe(true);
    expect(check(1_499, 1_498)).toBe(false);
    expect(check(1_500, 1_500)).toBe(false);
    const busy = failed(503, 1);
    expect(failedByShorterLimits(busy, createLimits(1, 1_500), createLimits(1, 1_499), 500)).toBe(
      false,
    );
    const open = new RateLimitError('x');
    expect(failedByShorterLimits(open, createLimits(1), createLimits(1, 0), 0)).toBe(false);
  });
});
