import { describe, expect, it } from '@jest/globals';
import { parseDecimal, toAmountText, toDecimalText } from '../../lib/values/valor.js';

describe('parseDecimal', () => {
  it.each([
    ['0', { integer: '0', fraction: '' }],
    ['007.50', { integer: '7', fraction: '50' }],
    ['000', { integer: '0', fraction: '' }],
    ['1.005', { integer: '1', fraction: '005' }],
  ])('splits %j into its digits', (text, digits) => {
    expect(parseDecimal(text)).toEqual(digits);
  });

  it.each(['', '.', '1.', '.5', '-1', '1e3', '1,5', ' 1'])('returns undefined for %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });
});

describe('toDecimalText', () => {
  it.each([
    ['37', '37.00'],
    ['37.5', '37.50'],
    ['0037.05', '37.05'],
    ['0', '0.00'],
    ['00.10', '0.10'],
    [37, '37.00'],
    [0.1, '0.10'],
    [-0, '0.00'],
    [30.299999999999997, '30.30'],
    [0.1 + 0.2, '0.30'],
    [3 * 3333333333.04, '9999999999.12'],
    [30.3000000009, '30.30'],
    [30.300000002, undefined],
    [10.005, undefined],
    ['1234567890.12', '1234567890.12'],
  ])('converts %j to %j', (value, text) => {
    expect(toDecimalText(value)).toBe(text);
  });

  it.each([
    '12345678901',
    '1.234',
    '1.',
    '.5',
    '',
    ' 1',
    '1 ',
    'x1',
    '-1',
    '1,00',
    1e21,
    Number.NaN,
    null,
    true,
  ])('returns undefined for %j', (value) => {
    expect(toDecimalText(value)).toBeUndefined();
  });
});

describe('toAmountText', () => {
  it.each([
    [37, '37.00'],
    ['37', '37.00'],
    [30.299999999999997, '30.30'],
    [-1, '-1.00'],
    [-30.299999999999997, '-30.30'],
    [10.005, '10.005'],
    [12345678901, '12345678901.00'],
    [1e21, '1000000000000000000000.00'],
    [0.0000005, '0.0000005'],
  ])('converts %j to %j', (value, text) => {
    expect(toAmountText(value)).toBe(text);
  });

  it.each(['1,00', '-1', null, undefined, {}])('returns undefined for %j', (value) => {
    expect(toAmountText(value)).toBeUndefined();
  });
});
