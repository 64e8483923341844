import { describe, expect, it } from '@jest/globals';
import { formatMoney, multiplyMoney, subtractMoney, sumMoney } from '../src/text/money.js';

describe('amounts as decimal text', () => {
  it.each([
    ['0.01', 3, '0.03'],
    ['29.90', 3, '89.70'],
    ['0.07', 99, '6.93'],
    ['99999999999.99', 99, '9899999999999.01'],
    ['37.00', 0, '0.00'],
  ])('multiplies %s by %d', (valor, quantity, product) => {
    expect(multiplyMoney(valor, quantity)).toBe(product);
  });

  it('adds without the errors of floating-point numbers', () => {
    expect(sumMoney(['0.10', '0.20'])).toBe('0.30');
    expect(sumMoney(['9007199254740993.01', '0.02'])).toBe('9007199254740993.03');
    expect(sumMoney([])).toBe('0.00');
    expect(subtractMoney('37.00', '36.99')).toBe('0.01');
  });

  it.each([
    ['0.00', 'R$\u00a00,00'],
    ['37.50', 'R$\u00a037,50'],
    ['1234.50', 'R$\u00a01.234,50'],
    ['1234567.89', 'R$\u00a01.234.567,89'],
  ])('formats %s', (valor, text) => {
    expect(formatMoney(valor)).toBe(text);
  });
});
