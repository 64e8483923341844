import { describe, expect, it } from '@jest/globals';
import { type Bank, balance as compare, isBalanced, type Shop, toCents } from './load/books.js';

/** The second payment of the first order was refunded in two parts. */
const PARTS = new Map([['E2', ['30.00']]]);

const bank: Bank = {
  charges: [
    { txid: 'a', status: 'CONCLUIDA', valor: '37.00' },
    { txid: 'b', status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', valor: '24.00' },
    { txid: 'c', status: 'ATIVA', valor: '29.90' },
  ],
  payments: [
    { endToEndId: 'E1', txid: 'a', valor: '37.00', devolvido: [] },
    { endToEndId: 'E2', txid: 'a', valor: '37.00', devolvido: ['30.00', '7.00'] },
  ],
};

const shop: Shop = {
  orders: [
    { id: '1', txid: 'a', status: 'PAGO', valor: '37.00' },
    { id: '2', txid: 'b', status: 'CANCELADO', valor: '24.00' },
    { id: '3', txid: 'c', status: 'PENDENTE', valor: '29.90' },
  ],
  payments: [
    { endToEndId: 'E1', txid: 'a', valor: '37.00', tarefa: null, devolvido: [] },
    {
      endToEndId: 'E2',
      txid: 'a',
      valor: '37.00',
      tarefa: 'DEVOLVIDA',
      devolvido: ['30.00', '7.00'],
    },
  ],
};

const balance = (atBank: Bank, atShop: Shop, parts = PARTS) => compare(atBank, atShop, parts);

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
    expect(result.sold).toEqual({ orders: 3700n, charges: 3700n });
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

  const cheap = (valor: string): Bank => ({
    charges: [{ txid: 'a', status: 'CONCLUIDA', valor }],
    payments: [{ endToEndId: 'E1', txid: 'a', valor: '1.00', devolvido: [] }],
  });
  const paidByOne: Shop = {
    orders: shop.orders.slice(0, 1),
    payments: [{ endToEndId: 'E1', txid: 'a', valor: '1.00', tarefa: null, devolvido: [] }],
  };

  /** The payment that should have paid the first order, with its refunds at bank and shop. */
  const task = (tarefa: string, devolvido: readonly string[]): [Bank, Shop] => [
    {
      charges: bank.charges.slice(0, 1),
      payments: [{ endToEndId: 'E1', txid: 'a', valor: '37.00', devolvido }],
    },
    {
      orders: [{ id: '1', txid: 'a', status: 'EM_ANALISE', valor: '37.00' }],
      payments: [{ endToEndId: 'E1', txid: 'a', valor: '37.00', tarefa, devolvido }],
    },
  ];

  it.each<[string, Bank, Shop, string]>([
    [
      'an order that was charged 1.00',
      cheap('1.00'),
      paidByOne,
      'order 1 is of 37.00, its charge of 1.00',
    ],
    [
      'an order that was paid by 1.00',
      cheap('37.00'),
      paidByOne,
      'order 1 of 37.00 is PAGO, and 100 cents are kept for it',
    ],
    [
      'a good payment that is left as a task',
      ...task('ABERTA', []),
      'order 1 of 37.00 is EM_ANALISE, and 3700 cents are kept for it',
    ],
    [
      'a good payment that was refunded',
      ...task('DEVOLVIDA', ['37.00']),
      'order 1 is EM_ANALISE, though a payment of 37.00 concluded its charge',
    ],
  ])('reports %s', (_, atBank, atShop, problem) => {
    const result = compare(atBank, atShop);
    expect(result.difference).toBe(0n);
    expect(result.problems).toContain(problem);
    expect(isBalanced(result)).toBe(false);
  });

  it('reports a refund that was asked for once, and made and recorded twice', () => {
    const devolvido = ['10.00', '10.00', '17.00'];
    const [paid, returned] = bank.payments;
    const atBank = { ...bank, payments: [paid!, { ...returned!, devolvido }] };
    const result = compare(atBank, withPayment(1, { devolvido }), new Map([['E2', ['10.00']]]));
    expect(result.difference).toBe(0n);
    expect(result.problems).toEqual([
      'payment E2: the bank refunded 10.00 + 10.00 + 17.00, asked for were 10.00 + 27.00',
    ]);
    expect(isBalanced(result)).toBe(false);
  });

  it('reports a refund of a payment that pays its order', () => {
    const [paid, returned] = bank.payments;
    const atBank = { ...bank, payments: [{ ...paid!, devolvido: ['1.00'] }, returned!] };
    expect(balance(atBank, withPayment(0, { devolvido: ['1.00'] })).problems).toEqual([
      'payment E1: the bank refunded 1.00, asked for were 0.00',
      'order 1 of 37.00 is PAGO, and 3600 cents are kept for it',
    ]);
  });

  it('reports other totals of paid orders and their charges', () => {
    const result = balance(bank, shop);
    for (const sold of [
      { orders: 3701n, charges: 3700n },
      { orders: 3700n, charges: 3701n },
    ]) {
      expect(isBalanced({ ...result, sold })).toBe(false);
    }
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
