import { describe, expect, it } from '@jest/globals';
import { hideTaxIds } from '../src/bank/hide-tax-ids.js';

describe('hideTaxIds', () => {
  it.each([
    ['O CPF 52998224725 é inválido.', 'O CPF *** é inválido.'],
    ['devedor.cpf: 529.982.247-25', 'devedor.cpf: ***'],
    ['11222333000181', '***'],
    ['(11.222.333/0001-81)', '(***)'],
    ['CNPJ 12.ABC.345/01DE-35, e 52998224725', 'CNPJ ***, e ***'],
  ])('hides the numbers of %s', (text, expected) => {
    expect(hideTaxIds(text)).toBe(expected);
  });

  it.each([
    'Saldo insuficiente',
    'txid 7978c0c97ea847e78e8849634473c1f1 em uso',
    'E00000000202603101200a1b2c3d4e5f',
    'código 12345678900',
  ])('keeps %s', (text) => {
    expect(hideTaxIds(text)).toBe(text);
  });
});
