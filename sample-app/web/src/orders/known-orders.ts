/** The name of the list in `localStorage`. */
const NAME = 'loja-ipe-pedidos';

/** How many orders are remembered. */
const MAX = 20;

/** The ids of the orders that were opened in this browser, the latest first. */
export function listOrders(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Browsers can forbid storage.
    return [];
  }
}

/** Remembers an order, so that its customer finds it again after the tab was closed. */
export function rememberOrder(id: string): void {
  const ids = [id, ...listOrders().filter((known) => known !== id)];
  store(ids.slice(0, MAX));
}

/** Forgets all orders, for a shared device. */
export function forgetOrders(): void {
  store([]);
}

function store(ids: readonly string[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(ids));
  } catch {
    // Full or forbidden: the address of the order remains.
  }
}
