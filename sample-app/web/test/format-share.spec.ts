import { describe, expect, it } from '@jest/globals';
import { formatShare } from '../src/statistics/format-share.js';

describe('formatShare', () => {
  it.each([
    [null, '–'],
    ['0.0000', '0,00%'],
    ['0.0005', '0,05%'],
    ['0.3333', '33,33%'],
    ['0.5', '50,00%'],
    ['1.0000', '100,00%'],
  ])('formats %s as %s', (share, text) => {
    expect(formatShare(share)).toBe(text);
  });
});
