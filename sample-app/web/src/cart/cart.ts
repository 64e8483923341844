import { createKey } from '../api/create-key.js';

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
