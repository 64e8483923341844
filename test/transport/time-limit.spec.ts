import { describe, expect, it } from '@jest/globals';
import { ValueError } from '../../lib/errors/index.js';
import { DEFAULT_TIMEOUT, parseTimeout, type PixTimeout } from '../../lib/transport/index.js';

describe('parseTimeout', () => {
  it('a number sets the connect and the read limit', () => {
    expect(parseTimeout(2.5)).toEqual({ connectMs: 2500, readMs: 2500 });
  });

  it('a pair sets connect and read', () => {
    expect(parseTimeout([1, 20])).toEqual({ connectMs: 1000, readMs: 20_000 });
  });

  it('a read value of none means no limit', () => {
    expect(parseTimeout([1, null])).toEqual({ connectMs: 1000, readMs: null });
  });

  it('the default is 5 s to connect and 30 s to read', () => {
    expect(parseTimeout(DEFAULT_TIMEOUT)).toEqual({ connectMs: 5000, readMs: 30_000 });
  });

  it('keeps a limit below a millisecond from becoming none', () => {
    expect(parseTimeout(0.0001)).toEqual({ connectMs: 1, readMs: 1 });
  });

  it.each([
    0,
    -1,
    NaN,
    Infinity,
    2_147_484,
    '5',
    null,
    undefined,
    {},
    [],
    [1],
    [1, 2, 3],
    [null, 1],
    [0, 1],
    [1, 0],
    [1, '2'],
  ])('refuses %p with a ValueError', (value) => {
    expect(() => parseTimeout(value as PixTimeout)).toThrow(ValueError);
  });
});
