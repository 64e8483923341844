import { describe, expect, it } from '@jest/globals';
import { isDeeper } from '../../lib/errors/index.js';

describe('isDeeper', () => {
  it.each<[unknown, number, boolean]>([
    [5, 0, false],
    [null, 0, false],
    ['text', 0, false],
    [{}, 0, true],
    [[], 0, true],
    [{}, 1, false],
    [{ a: 1, b: null }, 1, false],
    [{ a: {} }, 1, true],
    [{ a: 1, b: [] }, 1, true],
    [[[[]]], 2, true],
    [[[[]]], 3, false],
  ])('for %j and %i levels returns %p', (value, levels, deeper) => {
    expect(isDeeper(value, levels)).toBe(deeper);
  });
});
