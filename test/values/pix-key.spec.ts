import { describe, expect, it } from '@jest/globals';
import { toComparableKey, toKeyWithoutPlus } from '../../lib/values/index.js';

describe('toKeyWithoutPlus', () => {
  it.each([
    ['+5511999999999', '5511999999999'],
    ['5511999999999', '5511999999999'],
    ['+1@example.com', '+1@example.com'],
    ['loja+1', 'loja+1'],
  ])('of %s is %s', (chave, expected) => {
    expect(toKeyWithoutPlus(chave)).toBe(expected);
  });
});

describe('toComparableKey', () => {
  it.each([
    ['+5511999999999', '5511999999999'],
    ['+551132123456', '551132123456'],
    ['+12345678901', '+12345678901'],
    [' Loja@Example.com ', 'loja@example.com'],
    ['123.456.789-09', '12345678909'],
    ['12.abc.345/01de-35', '12abc34501de35'],
    [12_345_678_909, '12345678909'],
    [null, ''],
  ])('of %j is %j', (chave, expected) => {
    expect(toComparableKey(chave)).toBe(expected);
  });
});
