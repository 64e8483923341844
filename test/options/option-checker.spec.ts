import { describe, expect, it } from '@jest/globals';
import { ValueError } from '../../lib/errors/index.js';
import { applyDefaults, integer, OptionChecker, seconds } from '../../lib/options/index.js';

const check = (work: (checker: OptionChecker) => void, ...parts: [string?, typeof ValueError?]) => {
  const checker = new OptionChecker(...parts);
  work(checker);
  return () => checker.throwIfAny();
};

describe('OptionChecker', () => {
  it('does not throw without a problem', () => {
    const found = check((checker) => {
      checker.require(true, 'not reported');
      checker.shape(1, integer({ min: 1, max: 1 }), 'count');
      checker.shape(0, integer({ min: 0 }), 'port');
      checker.shape(0, seconds(), 'wait');
      checker.shape(0.5, seconds({ positive: true, max: 0.5 }), 'wait');
    });
    expect(found).not.toThrow();
  });

  it('lists all problems in order after the owner', () => {
    const found = check((checker) => {
      checker.add('path must be plain');
      checker.require(false, 'connection is missing');
    }, 'Queue');
    expect(found).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        message: 'Queue: path must be plain; connection is missing.',
        details: { problems: ['path must be plain', 'connection is missing'] },
      }),
    );
  });

  it('throws an error of the given class', () => {
    const found = check((checker) => checker.add('a is wrong'), '', ValueError);
    expect(found).toThrow(expect.objectContaining({ name: 'ValueError', message: 'a is wrong.' }));
  });

  it.each([
    [0, { min: 1 }, 'n must be a positive integer.'],
    [1.5, { min: 1 }, 'n must be a positive integer.'],
    ['1', { min: 1 }, 'n must be a positive integer.'],
    [undefined, { min: 2 }, 'n must be an integer of at least 2.'],
    [-1, { min: 0, max: 9 }, 'n must be a whole number from 0 to 9.'],
    [10, { min: 0, max: 9 }, 'n must be a whole number from 0 to 9.'],
  ])('refuses %p as an integer with %j', (value, range, message) => {
    expect(check((checker) => checker.shape(value, integer(range), 'n'))).toThrow(
      expect.objectContaining({ message }),
    );
  });

  it.each([
    [-0.1, {}, 's must be a number of seconds, 0 or more.'],
    [Infinity, {}, 's must be a number of seconds, 0 or more.'],
    [Number.NaN, {}, 's must be a number of seconds, 0 or more.'],
    ['1', {}, 's must be a number of seconds, 0 or more.'],
    [0, { positive: true }, 's must be a positive number of seconds.'],
    [9.5, { max: 9 }, 's must be seconds from 0 to 9.'],
    [0, { positive: true, max: 9 }, 's must be more than 0 and at most 9 seconds.'],
    [9.5, { positive: true, max: 9 }, 's must be more than 0 and at most 9 seconds.'],
  ])('refuses %p as seconds with %j', (value, range, message) => {
    expect(check((checker) => checker.shape(value, seconds(range), 's'))).toThrow(
      expect.objectContaining({ message }),
    );
  });
});

describe('applyDefaults', () => {
  it('replaces only undefined options', () => {
    const options: { a?: number; b?: number | null; c?: boolean; d?: string } = {
      a: undefined as never,
      b: null,
      c: false,
      d: 'not in the table',
    };
    expect(applyDefaults(options, { a: 1, b: 2, c: true })).toEqual({ a: 1, b: null, c: false });
    expect(applyDefaults({}, { a: 1 } as object)).toEqual({ a: 1 });
  });
});
