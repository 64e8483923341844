import { describe, expect, it } from '@jest/globals';
import { ValueError } from '../../lib/errors/index.js';
import { DEFAULT_TIMEOUT, parseTimeout, type PixTimeout } from '../../lib/transport/index.js';

describe('parseTimeout', () => {
  it('sets both timeouts from a number', () => {
    expect(parseTimeout(2.5)).toEqual({ connectMs: 2500, readMs: 2500 });
  });

  it('sets the connect and the read timeout from a pair', () => {
    expect(parseTimeout([1, 20])).toEqual({ connectMs: 1000, readMs: 20_000 });
  });

  it('treats a read timeout of null as no limit', () => {
    expect(parseTimeout([1, null])).toEqual({ connectMs: 1000, readMs: null });
  });

  it('parses the default of 5 s to connect and 30 s to read', () => {
    expect(parseTimeout(DEFAULT_TIMEOUT)).toEqual({ connectMs: 5000, readMs: 30_000 });
  });

  it('rounds a timeout below one millisecond up to 1 ms', () => {
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
