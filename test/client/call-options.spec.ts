import { describe, expect, it } from '@jest/globals';
import {
  normalizeContaCorrente,
  mergeHeaders,
  parseDeadline,
  parseDrain,
  RetryBudget,
  DEFAULT_RETRY,
  parseRetry,
} from '../../lib/client/options.js';
import { encodeQuery } from '../../lib/client/plan.js';
import { isJsonMediaType } from '../../lib/client/record.js';
import { InMemoryClient } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);

describe('deadline', () => {
  it.each([
    [0.001, 1],
    [600, 600_000],
  ])('converts %p s to %p ms', (seconds, ms) => {
    expect(parseDeadline(seconds)).toBe(ms);
  });

  it('suggests seconds for milliseconds', () => {
    expect(() => parseDeadline(30_000)).toThrow(
      'deadline is in seconds and at most 600, so 30000 is too long. For 30000 milliseconds, set 30.',
    );
  });

  it.each([0, '60', Infinity, null])('refuses %p', (deadline) => {
    expect(() => parseDeadline(deadline as number)).toThrow(
      /^deadline must be a number of seconds above 0/,
    );
  });

  it('defaults to 60 s', async () => {
    const bank = new InMemoryClient();
    bank.script({ body: { txid: TXID } });
    await bank.client.cob.get(TXID);
    expect(bank.requests[0]!.until).toBe(60_000);
  });

  it('counts the deadline of the client from the start of the call', async () => {
    const bank = new InMemoryClient({ deadline: 5 });
    bank.script({ status: 503 }, { body: { txid: TXID } });
    await bank.client.cob.get(TXID);
    expect(bank.requests.map(({ until }) => until)).toEqual([5_000, 5_000]);
  });
});

describe('drain', () => {
  it.each([
    [undefined, 10_000],
    [0, 0],
    [3_600, 3_600_000],
  ])('converts %p s to %p ms', (seconds, ms) => {
    expect(parseDrain(seconds)).toBe(ms);
  });

  it.each([-0.001, 3_600.001, '10', null])('refuses %p', (drain) => {
    expect(() => parseDrain(drain as number)).toThrow(
      /^drain must be a number of seconds from 0 to 3600/,
    );
  });
});

describe('retry options', () => {
  it('default to 3 attempts, delays from 0.25 s to 8 s and a budget of 100', () => {
    expect(DEFAULT_RETRY).toEqual({ attempts: 3, baseDelay: 0.25, maxDelay: 8, budget: 100 });
    expect(parseRetry({})).toEqual(DEFAULT_RETRY);
    expect(parseRetry(false)).toBe(false);
  });

  it('use the default for an undefined option', () => {
    const defaults = { ...DEFAULT_RETRY, attempts: 7 };
    expect(parseRetry({ attempts: undefined as never, maxDelay: 1 }, defaults)).toEqual({
      ...defaults,
      maxDelay: 1,
    });
  });

  it.each([
    { attempts: 1 },
    { attempts: 100 },
    { baseDelay: 0 },
    { baseDelay: 60 },
    { maxDelay: 0 },
    { maxDelay: 600 },
    { budget: 0 },
    { budget: 0.5 },
    { budget: false as const },
  ])('accept %j', (options) => {
    expect(parseRetry(options)).toEqual({ ...DEFAULT_RETRY, ...options });
  });

  it.each([
    ['attempts', 0],
    ['attempts', 101],
    ['attempts', 1.5],
    ['baseDelay', -0.001],
    ['baseDelay', 60.001],
    ['baseDelay', Infinity],
    ['baseDelay', '1'],
    ['maxDelay', -0.001],
    ['maxDelay', 600.001],
    ['budget', -0.001],
    ['budget', Infinity],
    ['budget', Number.NaN],
    ['budget', '5'],
    ['budget', true],
    ['atempts', 3],
  ])('name the refused option in the error for %s: %p', (name, value) => {
    expect(() => parseRetry({ [name]: value })).toThrow(new RegExp(`^retry\\.${name} `));
  });

  it('suggest seconds for milliseconds, and names', () => {
    expect(() => parseRetry({ baseDelay: 250, maxDelay: 2000, atempts: 3 } as never)).toThrow(
      'retry.baseDelay is in seconds and at most 60, so 250 is too long. For 250 milliseconds, set 0.25; ' +
        'retry.maxDelay is in seconds and at most 600, so 2000 is too long. For 2000 milliseconds, set 2; ' +
        'retry.atempts is not an option: did you mean attempts?',
    );
  });

  it.each([null, 5, 'yes', []])('refuse %p instead of an object', (options) => {
    expect(() => parseRetry(options as never)).toThrow(/^retry must be an object/);
  });
});

describe('the retry budget', () => {
  it('allows as many repeats as its size', () => {
    const budget = new RetryBudget(2);
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
    expect(budget.left).toBe(0);
  });

  it('adds a fifth of a repeat when a first attempt succeeds', () => {
    const budget = new RetryBudget(1);
    budget.take();
    const left = Array.from({ length: 5 }, () => {
      budget.earn(false);
      return budget.left;
    });
    expect(left.map((value) => value.toFixed(1))).toEqual(['0.2', '0.4', '0.6', '0.8', '1.0']);
    expect(budget.take()).toBe(true);
  });

  it('returns a repeat that succeeds and never exceeds its initial size', () => {
    const budget = new RetryBudget(2);
    budget.take();
    budget.earn(true);
    budget.earn(true);
    expect(budget.left).toBe(2);
    budget.earn(false);
    expect(budget.left).toBe(2);
  });

  it('is unlimited when it is false', () => {
    const budget = new RetryBudget(false);
    expect(Array.from({ length: 200 }, () => budget.take())).not.toContain(false);
  });

  it('returns the repeat of a call that succeeds', async () => {
    const bank = new InMemoryClient({ retry: { budget: 1 } });
    for (let call = 0; call < 3; call += 1) {
      bank.script({ status: 503 }, { body: { txid: TXID } });
      await expect(bank.client.cob.get(TXID)).resolves.toEqual({ txid: TXID });
    }
  });

  it.each([
    [4, 1],
    [5, 2],
  ])(
    'after %d calls that succeed on the first attempt, allows %d attempts',
    async (successes, attempts) => {
      const bank = new InMemoryClient({ retry: { budget: 1 } });
      bank.script({ status: 503 }, { status: 503 });
      await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({ status: 503 });
      bank.script(...Array.from({ length: successes }, () => ({ body: { txid: TXID } })));
      for (let call = 0; call < successes; call += 1) await bank.client.cob.get(TXID);
      const before = bank.requests.length;
      bank.script({ status: 503 }, { status: 503 });
      await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({ status: 503 });
      expect(bank.requests.length - before).toBe(attempts);
    },
  );
});

describe('encodeQuery', () => {
  it('returns an empty string without parameters', () => {
    expect(encodeQuery({})).toBe('');
  });

  it('uses the parameter names of the provider and keeps the other names', () => {
    expect(encodeQuery({ inicio: 'a b', fim: 'c' }, { inicio: 'dataInicio' })).toBe(
      '?dataInicio=a+b&fim=c',
    );
  });

  it('keeps a name that Object.prototype defines', () => {
    expect(encodeQuery({ constructor: 'x' }, {})).toBe('?constructor=x');
  });
});

describe('the contaCorrente header', () => {
  it.each<[string | number, string]>([
    ['12345-6', '123456'],
    ['001.234 5', '12345'],
    [1050, '1050'],
  ])('normalizes %p to %p', (value, digits) => {
    expect(normalizeContaCorrente(value)).toBe(digits);
  });

  it.each(['', '000', '12x', 'x12', '1/2'])('refuses %p', (value) => {
    expect(() => normalizeContaCorrente(value)).toThrow(/^contaCorrente must be/);
  });

  it('is normalized in a call, whatever the letter case of its name', () => {
    const merged = mergeHeaders({ a: '1' }, { 'X-Conta': '12-3', b: '0-1' }, 'x-conta');
    expect(merged).toEqual({ a: '1', 'X-Conta': '123', b: '0-1' });
  });
});

describe('mergeHeaders', () => {
  it('replaces the header of the client, whatever the letter case of its name', () => {
    expect(mergeHeaders({ 'X-App': 'a', 'X-Other': 'b' }, { 'x-app': 'c' })).toEqual({
      'X-Other': 'b',
      'x-app': 'c',
    });
  });

  it.each([
    ['a name', 'x y', '1'],
    ['a value', 'x', 'a\nb'],
  ])('refuses %s that HTTP does not allow and names the header', (_, name, value) => {
    expect(() => mergeHeaders({}, { [name]: value })).toThrow(`The header "${name}"`);
  });
});

describe('isJsonMediaType', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', ' application/problem+json '])(
    'accepts %j',
    (contentType) => {
      expect(isJsonMediaType(contentType)).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'json',
    'text/html',
    'application/jsonp',
    'application/x json',
    'x/a/json',
  ])('refuses %j', (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(false);
  });
});
