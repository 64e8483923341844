import { describe, expect, it } from '@jest/globals';
import { isExpectedAmount } from '../src/invoices/invoice-amount.js';

const terms = (descontoPercentual: string | null = null) => ({
  valor: '100.00',
  descontoPercentual,
});
const parts = (amounts: Record<string, string>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, valor]) => [name, { valor }]));

describe('isExpectedAmount()', () => {
  it.each([
    ['100.00', { original: '100.00' }, null],
    ['102.20', { original: '100.00', multa: '2.00', juros: '0.20' }, null],
    ['90.00', { original: '100.00', desconto: '10.00' }, '10.00'],
    ['66.66', { original: '100.00', desconto: '33.34' }, '33.34'],
    ['100', { original: '100.0', abatimento: '0' }, null],
  ])('accepts %s with the parts %j', (valor, amounts, discount) => {
    expect(isExpectedAmount(terms(discount), { valor, componentesValor: parts(amounts) })).toBe(
      true,
    );
  });

  it.each([
    ['another original amount', '99.99', { original: '99.99' }, null],
    ['parts that do not add up', '100.00', { original: '100.00', multa: '2.00' }, null],
    [
      'a discount of an invoice without one',
      '90.00',
      { original: '100.00', desconto: '10.00' },
      null,
    ],
    ['a larger discount', '89.99', { original: '100.00', desconto: '10.01' }, '10.00'],
    ['a rebate', '90.00', { original: '100.00', abatimento: '10.00' }, '10.00'],
  ])('refuses %s', (_, valor, amounts, discount) => {
    expect(isExpectedAmount(terms(discount), { valor, componentesValor: parts(amounts) })).toBe(
      false,
    );
  });

  it.each([
    ['100.00', null, true],
    ['103.00', null, true],
    ['99.99', null, false],
    ['90.00', '10.00', true],
    ['89.99', '10.00', false],
  ])('without parts, %s with the discount %s: %s', (valor, discount, expected) => {
    expect(isExpectedAmount(terms(discount), { valor })).toBe(expected);
  });
});
