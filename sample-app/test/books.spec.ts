import { describe, expect, it } from '@jest/globals';
import { type Bank, balance, isBalanced, type Shop, toCents } from './load/books.js';

const bank: Bank = {
  charges: [
    { txid: 'a', status: 'CONCLUIDA' },
    { txid: 'b', status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
    { txid: 'c', status: 'ATIVA' },
  ],
  payments: [
    { endToEndId: 'E1', txid: 'a', valor: '37.00', devolvido: [] },
    { endToEndId: 'E2', txid: 'a', valor: '37.00', devolvido: ['30.00', '7.00'] },
  ],
};

const shop: Shop = {
  orders: [
    { id: '1', txid: 'a', status: 'PAGO' },
    { id: '2', txid: 'b', status: 'CANCELADO' },
    { id: '3', txid: 'c', status: 'PENDENTE' },
  ],
  payments: [
    { endToEndId: 'E1', txid: 'a', valor: '37.00', tarefa: null, devolvido: [] },
    { endToEndId: 'E2', txid: 'a', valor: '37.00', tarefa: 'DEVOLVIDA', devolvido: ['37.00'] },
  ],
};

const withOrder = (index: number, status: string): Shop => ({
  ...shop,
  orders: shop.orders.map((order, at) => (at === index ? { ...order, status } : order)),
});
const withPayment = (index: number, change: object): Shop => ({
  ...shop,
  payments: shop.payments.map((payment, at) =>
    at === index ? { ...payment, ...change } : payment,
  ),
});

describe('balance of the load test', () => {
  it('balances equal books', () => {
    const result = balance(bank, shop);
    expect(result).toMatchObject({ difference: 0n, unsettled: 0, problems: [] });
    expect(result.bank).toEqual({ received: 7400n, refunded: 3700n });
    expect(isBalanced(result)).toBe(true);
  });

  it('counts the orders of each status', () => {
    expect([...balance(bank, withOrder(2, 'PAGO')).orders]).toEqual([
      ['CANCELADO', 1],
      ['PAGO', 2],
    ]);
  });

  it.each([
    ['a payment that is not recorded', { ...shop, payments: shop.payments.slice(1) }, 3700n],
    ['another amount', withPayment(0, { valor: '36.99' }), 1n],
    ['a refund that the shop does not know', withPayment(1, { devolvido: [] }), -3700n],
  ])('reports %s, with the difference', (_, books, difference) => {
    const result = balance(bank, books);
    expect(result.difference).toBe(difference);
    expect(result.problems).not.toEqual([]);
    expect(isBalanced(result)).toBe(false);
  });

  it.each([
    ['an order that was paid twice without a task', withPayment(1, { tarefa: null })],
    ['a cancelled order whose charge is paid', withOrder(0, 'CANCELADO')],
    ['a cancelled order whose charge can be paid', withOrder(2, 'CANCELADO')],
    ['a pending order whose charge is removed', withOrder(1, 'PENDENTE')],
    ['a paid order without a payment', withOrder(2, 'PAGO')],
    ['a charge without an order', { ...shop, orders: shop.orders.slice(0, 2) }],
    [
      'a payment that is not at the bank',
      { ...shop, payments: [...shop.payments, { ...shop.payments[1]!, endToEndId: 'E3' }] },
    ],
  ])('reports %s', (_, books) => {
    expect(isBalanced(balance(bank, books))).toBe(false);
    expect(balance(bank, books).problems).not.toEqual([]);
  });

  it.each(['CRIANDO', 'CANCELANDO', 'DEVOLVENDO'])(
    'counts an order in %s as unsettled',
    (status) => {
      const result = balance(bank, withOrder(2, status));
      expect(result.unsettled).toBe(1);
      expect(isBalanced(result)).toBe(false);
    },
  );

  it('refuses an amount that is not decimal text with cents', () => {
    expect(toCents('0.05')).toBe(5n);
    expect(() => toCents('37')).toThrow('37 is not an amount');
  });
});
