import { describe, expect, it } from '@jest/globals';

import { isValidationError } from '../../lib/errors/index.js';
import { formatValor, parseValor, type ValorInput } from '../../lib/values/index.js';

function refusedField(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (isValidationError(error)) return error.field;
    throw error;
  }
  return undefined;
}

describe('formatValor', () => {
  it.each<[ValorInput, string]>([
    ['37', '37.00'],
    ['37.5', '37.50'],
    ['37.50', '37.50'],
    ['0037.5', '37.50'],
    ['0', '0.00'],
    ['9999999999.99', '9999999999.99'],
    [{ centavos: 3750 }, '37.50'],
    [{ centavos: 5 }, '0.05'],
    [{ centavos: 0 }, '0.00'],
    [{ centavos: 999999999999n }, '9999999999.99'],
    [{ centavos: 3750n }, '37.50'],
  ])('formats %p as %s', (valor, expected) => {
    expect(formatValor(valor)).toBe(expected);
  });

  it.each<[unknown]>([
    [''],
    ['37,50'],
    ['37.505'],
    ['37.'],
    ['.50'],
    ['-1'],
    ['+1'],
    ['1e3'],
    [' 37'],
    ['10000000000.00'],
    [37],
    [37.5],
    [37n],
    [{ centavos: -1 }],
    [{ centavos: Number.NaN }],
    [{ centavos: Number.POSITIVE_INFINITY }],
    [{ centavos: 2 ** 53 }],
    [{ centavos: -1n }],
    [{ centavos: 1000000000000n }],
    [{ centavos: { centavos: 1 } }],
    [{ centavos: 0.5 }],
    [{ centavos: '37.50' }],
    [{}],
    [null],
    [undefined],
    [true],
  ])('refuses %p', (valor) => {
    expect(refusedField(() => formatValor(valor as ValorInput))).toBe('valor');
  });

  it('returns text that parseValor converts back to the same cents', () => {
    for (let cents = 1n; cents < 10n ** 12n; cents = cents * 7n + 3n) {
      expect(parseValor(formatValor({ centavos: cents }))).toBe(cents);
    }
  });
});

describe('parseValor', () => {
  it('returns the cents', () => {
    expect(parseValor('37.50')).toBe(3750n);
    expect(parseValor('9999999999.99')).toBe(999999999999n);
  });

  it.each(['37', '37.5', '37.500', '-1.00', '12345678901.00', 'x', ''])('refuses %j', (valor) => {
    expect(refusedField(() => parseValor(valor))).toBe('valor');
  });

  it('refuses a value that is not text', () => {
    expect(refusedField(() => parseValor(37.5 as never))).toBe('valor');
  });
});
