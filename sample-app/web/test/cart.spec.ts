import { describe, expect, it } from '@jest/globals';
import { Cart, type CartStorage, computeTotal, readLines, toItems } from '../src/cart/cart.js';

const PRODUCTS = [
  { id: 'camiseta', nome: 'Camiseta', detalhe: '', preco: '37.00' },
  { id: 'cafe', nome: 'Café', detalhe: '', preco: '29.90' },
];

const NAME = 'loja-ipe-cesta';

function createStorage(stored?: string): CartStorage & { text: string | null } {
  return {
    text: stored ?? null,
    getItem() {
      return this.text;
    },
    setItem(_, text) {
      this.text = text;
    },
  };
}

describe('Cart', () => {
  it('has a key that is a valid Idempotency-Key, and another one after each change', () => {
    const cart = new Cart(createStorage());
    const keys = [cart.key];
    cart.setQuantity('camiseta', 1);
    keys.push(cart.key);
    cart.setQuantity('camiseta', 2);
    keys.push(cart.key);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is the same, with its key, when the page is opened again', () => {
    const storage = createStorage();
    const before = new Cart(storage);
    before.setQuantity('cafe', 3);
    const after = new Cart(storage);
    expect(after.getQuantity('cafe')).toBe(3);
    expect(after.getQuantity('camiseta')).toBe(0);
    expect(after.key).toBe(before.key);
  });

  it('becomes empty only for the order that was created from it', () => {
    const cart = new Cart(createStorage());
    cart.setQuantity('cafe', 1);
    const { key } = cart;
    cart.setQuantity('cafe', 2);
    cart.empty(key);
    expect(cart.getQuantity('cafe')).toBe(2);
    cart.empty(cart.key);
    expect(cart.getQuantity('cafe')).toBe(0);
  });

  it('takes over the cart of another tab, and tells its listeners until they end', () => {
    const storage = createStorage();
    const [tab, other] = [new Cart(storage), new Cart(storage)];
    let calls = 0;
    const end = tab.subscribe(() => (calls += 1));
    other.setQuantity('cafe', 4);
    tab.readStored('something else');
    expect([tab.getQuantity('cafe'), calls]).toEqual([0, 0]);
    tab.readStored(NAME);
    expect([tab.getQuantity('cafe'), calls]).toEqual([4, 1]);
    expect(tab.key).toBe(other.key);
    end();
    tab.setQuantity('cafe', 5);
    expect(calls).toBe(1);
  });

  it.each([
    '{',
    'null',
    '[]',
    '{"key":1,"quantities":{}}',
    '{"key":"k","quantities":{"cafe":"1"}}',
  ])('begins empty when %s is stored', (stored) => {
    expect(new Cart(createStorage(stored)).getQuantity('cafe')).toBe(0);
  });

  it.each([
    ['absent', undefined],
    [
      'full',
      {
        getItem: () => null,
        setItem: () => {
          throw new Error('QuotaExceededError');
        },
      },
    ],
    [
      'forbidden',
      {
        getItem: () => {
          throw new Error('SecurityError');
        },
        setItem: () => {
          throw new Error('SecurityError');
        },
      },
    ],
  ])('works in its tab while storage is %s', (_, storage) => {
    const cart = new Cart(storage);
    cart.setQuantity('cafe', 2);
    expect(cart.getQuantity('cafe')).toBe(2);
  });
});

describe('lines of the cart', () => {
  it('are its products in the order of the catalogue, with their amounts', () => {
    const cart = new Cart(undefined);
    cart.setQuantity('cafe', 3);
    cart.setQuantity('camiseta', 1);
    cart.setQuantity('no longer sold', 9);
    const lines = readLines(cart, PRODUCTS);
    expect(lines.map(({ product, amount }) => [product.id, amount])).toEqual([
      ['camiseta', '37.00'],
      ['cafe', '89.70'],
    ]);
    expect(computeTotal(lines)).toBe('126.70');
    expect(toItems(lines)).toEqual([
      { produto: 'camiseta', quantidade: 1 },
      { produto: 'cafe', quantidade: 3 },
    ]);
  });
});
