import { expect, it } from '@jest/globals';
import { isSameAmount } from '../src/bank/is-same-amount.js';

it.each([
  ['37.00', '37.00'],
  ['37', '37.00'],
  ['37.5', '37.50'],
  ['0037.00', '37.00'],
])('isSameAmount returns true for %s and %s', (valor, other) => {
  expect(isSameAmount(valor, other)).toBe(true);
  expect(isSameAmount(other, valor)).toBe(true);
});

it.each([
  ['37.00', '37.01'],
  ['37.00', '3700'],
  // Equal as floating-point numbers.
  ['90071992547409930.00', '90071992547409931.00'],
  ['37.001', '37.00'],
  ['37.00 ', '37.00'],
  ['3.7e1', '37.00'],
  ['', '0.00'],
  ['R$ 37,00', 'R$ 37,00'],
])('isSameAmount returns false for %s and %s', (valor, other) => {
  expect(isSameAmount(valor, other)).toBe(false);
  expect(isSameAmount(other, valor)).toBe(false);
});
