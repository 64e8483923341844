import { describe, expect, it } from '@jest/globals';
import { ConfigurationError, ValueError } from '../../lib/errors/index.js';
import { ProblemList } from '../../lib/options/index.js';

const collect = (...errors: Error[]) => {
  const problems = new ProblemList();
  for (const error of errors) {
    problems.check(() => {
      throw error;
    });
  }
  return () => problems.throwIfAny();
};

describe('ProblemList', () => {
  it('does not throw without a problem, and returns what checks return', async () => {
    const problems = new ProblemList();
    expect(problems.check(() => 1)).toBe(1);
    await expect(problems.checkAsync(() => Promise.resolve(2))).resolves.toBe(2);
    expect(() => problems.throwIfAny()).not.toThrow();
  });

  it('throws a single problem unchanged', async () => {
    const error = new RangeError('x');
    const problems = new ProblemList();
    await expect(problems.checkAsync(() => Promise.reject(error))).resolves.toBeUndefined();
    expect(() => problems.throwIfAny()).toThrow(error);
  });

  it.each([
    ['ValueErrors', 'ValueError', [new ValueError('a'), new ValueError('b')]],
    ['TypeErrors', 'TypeError', [new TypeError('a'), new TypeError('b')]],
    ['other errors', 'ConfigurationError', [new RangeError('a'), new RangeError('b')]],
    ['a ValueError and others', 'ConfigurationError', [new ValueError('a'), new TypeError('b')]],
    ['a TypeError and others', 'ConfigurationError', [new TypeError('a'), new ValueError('b')]],
  ])('throws %s as one %s', (_errors, name, errors) => {
    const message = 'The Pix configuration has 2 problems:\n- a\n- b';
    expect(collect(...errors)).toThrow(expect.objectContaining({ name, message }));
  });

  it('lists the problems in the details of a ConfigurationError', () => {
    const problems = new ProblemList();
    problems.add('chave is missing');
    problems.check(() => {
      throw new ConfigurationError('b');
    });
    expect(() => problems.throwIfAny()).toThrow(
      expect.objectContaining({ details: { problems: ['chave is missing.', 'b'] } }),
    );
  });
});
