import { describe, expect, it } from '@jest/globals';

import { isValidCnpj, isValidCpf } from '../../lib/values/index.js';

/** Returns every text with one other digit. */
function withOneOtherDigit(text: string): string[] {
  return Array.from(text).flatMap((character, index) =>
    /\d/.test(character)
      ? Array.from('0123456789')
          .filter((digit) => digit !== character)
          .map((digit) => text.slice(0, index) + digit + text.slice(index + 1))
      : [],
  );
}

describe('isValidCpf', () => {
  it.each(['52998224725', '529.982.247-25', '12345678909', '00000000191'])('accepts %s', (cpf) => {
    expect(isValidCpf(cpf)).toBe(true);
  });

  it.each([
    '',
    '5299822472',
    '529982247255',
    '52998224726',
    '529.982.24725',
    '529 982 247 25',
    'a2998224725',
    '00000000000',
    '99999999999',
  ])('refuses %j', (cpf) => {
    expect(isValidCpf(cpf)).toBe(false);
  });

  it('refuses a CPF with one other digit', () => {
    for (const changed of withOneOtherDigit('52998224725')) {
      expect([changed, isValidCpf(changed)]).toEqual([changed, false]);
    }
  });

  it('refuses a value that is not text', () => {
    expect(isValidCpf(52998224725 as never)).toBe(false);
    expect(isValidCpf(undefined as never)).toBe(false);
  });
});

describe('isValidCnpj', () => {
  it.each(['00038166000105', '00.038.166/0001-05', '11222333000181', '00000000000191'])(
    'accepts the numeric %s',
    (cnpj) => {
      expect(isValidCnpj(cnpj)).toBe(true);
    },
  );

  it.each(['12ABC34501DE35', '12.ABC.345/01DE-35'])('accepts the alphanumeric %s', (cnpj) => {
    expect(isValidCnpj(cnpj)).toBe(true);
  });

  it.each([
    '',
    '0003816600010',
    '00038166000106',
    '12abc34501de35',
    '12ABC34501DE3A',
    '12ABC34501DE36',
    '00000000000000',
    '12.ABC.345-01DE/35',
  ])('refuses %j', (cnpj) => {
    expect(isValidCnpj(cnpj)).toBe(false);
  });

  it('refuses a CNPJ with one other digit', () => {
    for (const changed of [
      ...withOneOtherDigit('11222333000181'),
      ...withOneOtherDigit('12ABC34501DE35'),
    ]) {
      expect([changed, isValidCnpj(changed)]).toEqual([changed, false]);
    }
  });
});
