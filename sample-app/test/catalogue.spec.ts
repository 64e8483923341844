import { describe, expect, it } from '@jest/globals';
import { MAX_QUANTITY, PRODUCTS, quote } from '../src/catalogue/catalogue.js';

const SHELF = [
  { id: 'pen', nome: 'Pen', detalhe: '', preco: '0.05' },
  { id: 'yacht', nome: 'Yacht', detalhe: '', preco: '12345678.99' },
];

describe('quote', () => {
  it('adds amounts exact to the cent', () => {
    const items = [
      { produto: 'yacht', quantidade: 99 },
      { produto: 'pen', quantidade: 1 },
    ];
    expect(quote(items, SHELF)).toEqual({
      valor: '1222222220.06',
      descricao: '99x Yacht, 1x Pen',
    });
  });

  it('formats amounts below one real with two decimals', () => {
    expect(quote([{ produto: 'pen', quantidade: 1 }], SHELF)?.valor).toBe('0.05');
    expect(quote([{ produto: 'pen', quantidade: 2 }], SHELF)?.valor).toBe('0.10');
  });

  it('refuses an unknown product', () => {
    expect(quote([{ produto: 'toString', quantidade: 1 }], SHELF)).toBeUndefined();
  });

  it.each([
    [140, 'x'.repeat(137), '1x ' + 'x'.repeat(137)],
    [141, 'x'.repeat(138), '1x ' + 'x'.repeat(136) + '…'],
  ])('shortens a description of %i characters to 140', (_, nome, descricao) => {
    const shelf = [{ id: 'long', nome, detalhe: '', preco: '1.00' }];
    expect(quote([{ produto: 'long', quantidade: 1 }], shelf)?.descricao).toBe(descricao);
  });

  it('keeps the largest possible order within the largest amount of a charge', () => {
    const all = PRODUCTS.map(({ id }) => ({ produto: id, quantidade: MAX_QUANTITY }));
    expect(quote(all)?.valor).toMatch(/^\d{1,10}\.\d{2}$/);
  });
});
