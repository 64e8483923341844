import { describe, expect, it } from '@jest/globals';
import { balance, type Bank, isBalanced, type Shop } from './books.js';

const A = 'E0000000000000000000000000000000a';
const B = 'E0000000000000000000000000000000b';

/** Two orders: one paid twice, with the second payment given back, and one cancelled. */
const bank: Bank = {
  charges: [
    { txid: 't1', status: 'CONCLUIDA', valor: '37.00' },
    { txid: 't2', status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', valor: '74.00' },
  ],
  payments: [
    { endToEndId: A, txid: 't1', valor: '37.00', devolvido: [] },
    { endToEndId: B, txid: 't1', valor: '37.00', devolvido: ['12.33', '24.67'] },
  ],
};
const shop: Shop = {
  orders: [
    { id: '1', txid: 't1', state: 'paid', valor: '37.00', entrega: 'LIBERADA' },
    { id: '2', txid: 't2', state: 'cancelled', valor: '74.00', entrega: 'AGUARDA' },
  ],
  payments: [
    { endToEndId: A, txid: 't1', valor: '37.00', meaning: 'full', devolvido: [] },
    {
      endToEndId: B,
      txid: 't1',
      valor: '37.00',
      meaning: 'duplicate',
      devolvido: ['24.67', '12.33'],
    },
  ],
  unsettled: [],
};
const parts = new Map([[B, ['12.33']]]);

describe('balance()', () => {
  it('is balanced when orders, charges, and payments less refunds are equal', () => {
    const result = balance(bank, shop, parts);
    expect(result).toMatchObject({ difference: 0n, problems: [] });
    expect(result.sold).toEqual({ orders: 3700n, charges: 3700n });
    expect(isBalanced(result)).toBe(true);
  });

  const [first, second] = shop.payments;
  const [paid, cancelled] = shop.orders;

  it.each<[string, Partial<Shop>]>([
    ['is not recorded', { payments: [first!] }],
    ['another charge or amount', { payments: [first!, { ...second!, valor: '37.01' }] }],
    ['the shop says 12.33', { payments: [first!, { ...second!, devolvido: ['12.33'] }] }],
    ['asked for were', { payments: [{ ...first!, meaning: 'late' }, second!] }],
    ['with 2 payments', { payments: [first!, { ...second!, meaning: 'full' }] }],
    ['is not at the bank', { payments: [...shop.payments, { ...first!, endToEndId: 'E9' }] }],
    ['its charge does not exist', { orders: [paid!, { ...cancelled!, txid: 't3' }] }],
    ['has no order', { orders: [paid!] }],
    ['is of 36.00', { orders: [{ ...paid!, valor: '36.00' }, cancelled!] }],
    ['its parcel AGUARDA', { orders: [{ ...paid!, entrega: 'AGUARDA' }, cancelled!] }],
    ['is open, its charge REMOVIDA', { orders: [paid!, { ...cancelled!, state: 'open' }] }],
  ])('names a contradiction: %s', (text, change) => {
    const result = balance(bank, { ...shop, ...change }, parts);
    expect(result.problems.join('\n')).toContain(text);
    expect(isBalanced(result)).toBe(false);
  });

  it('is not balanced while something is unsettled', () => {
    expect(isBalanced(balance(bank, { ...shop, unsettled: ['task 1 late'] }, parts))).toBe(false);
  });
});
