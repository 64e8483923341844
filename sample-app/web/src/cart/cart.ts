import { useEffect, useReducer } from 'preact/hooks';
import type { Item, Product } from '../../../src/catalogue/catalogue.js';
import { createKey } from '../api/call.js';
import { multiplyMoney, sumMoney } from '../text/money.js';

const NAME = 'loja-ipe-cesta';

interface CartState {
  /** The idempotency key of the order that the cart becomes. */
  readonly key: string;
  readonly quantities: Readonly<Record<string, number>>;
}

/** What the cart needs of `localStorage`. */
export type CartStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The chosen quantities. All tabs of the browser share them and the key of their order, so that two tabs with one cart
 * create one order.
 */
export class Cart {
  readonly #storage: CartStorage | undefined;
  readonly #listeners = new Set<() => void>();
  #state: CartState;

  /** @param storage `undefined` where the browser forbids it; the cart is then that of the tab */
  constructor(storage: CartStorage | undefined) {
    this.#storage = storage;
    this.#state = this.#load();
  }

  get key(): string {
    return this.#state.key;
  }

  getQuantity(id: string): number {
    return this.#state.quantities[id] ?? 0;
  }

  /** Another cart is another order, with another key. */
  setQuantity(id: string, quantity: number): void {
    const quantities = { ...this.#state.quantities, [id]: quantity };
    this.#change({ key: createKey(), quantities });
  }

  /** Empties the cart after its order was created, unless it was changed since. */
  empty(key: string): void {
    if (this.#state.key === key) this.#change(createState());
  }

  /** Calls a listener after each change. Returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes over what another tab stored. `name` is the key of the `storage` event. */
  readStored(name: string | null): void {
    if (name !== NAME) return;
    this.#state = this.#load();
    this.#notify();
  }

  #change(state: CartState): void {
    this.#state = state;
    try {
      this.#storage?.setItem(NAME, JSON.stringify(state));
    } catch {
      // Full or forbidden: the cart is that of the tab.
    }
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #load(): CartState {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(NAME) ?? 'null');
      return isCartState(stored) ? stored : createState();
    } catch {
      return createState();
    }
  }
}

function createState(): CartState {
  return { key: createKey(), quantities: {} };
}

function isCartState(value: unknown): value is CartState {
  if (typeof value !== 'object' || value === null) return false;
  const { key, quantities } = value as Partial<Record<keyof CartState, unknown>>;
  return (
    typeof key === 'string' &&
    typeof quantities === 'object' &&
    quantities !== null &&
    Object.values(quantities).every((quantity) => Number.isInteger(quantity))
  );
}

let shared: Cart | undefined;

/** The cart of this browser, with what other tabs do to it. */
function openCart(): Cart {
  const cart = new Cart(openStorage());
  addEventListener('storage', ({ key }) => cart.readStored(key));
  return cart;
}

/** Browsers can forbid storage, and then fail already here. */
function openStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Returns the cart of this browser. Renders again after each of its changes. */
export function useCart(): Cart {
  const cart = (shared ??= openCart());
  const [, render] = useReducer<number, undefined>((count) => count + 1, 0);
  useEffect(() => cart.subscribe(() => render(undefined)), [cart]);
  return cart;
}

/** A chosen product. */
export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
  readonly amount: string;
}

/** The chosen products of the catalogue. */
export function readLines(cart: Cart, products: readonly Product[]): CartLine[] {
  return products
    .map((product) => ({ product, quantity: cart.getQuantity(product.id) }))
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ ...line, amount: multiplyMoney(line.product.preco, line.quantity) }));
}

/** The total that the page shows. The shop computes the amount of the order itself. */
export function computeTotal(lines: readonly CartLine[]): string {
  return sumMoney(lines.map(({ amount }) => amount));
}

/** The items of the order. */
export function toItems(lines: readonly CartLine[]): Item[] {
  return lines.map(({ product, quantity }) => ({ produto: product.id, quantidade: quantity }));
}
