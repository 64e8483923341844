import type { OrderView } from '../../../src/orders/order.view.js';

const known = new Map<string, OrderView>();

/** Keeps an order that was just created, so that its page opens without another request. */
export function rememberOrder(order: OrderView): void {
  known.set(order.id, order);
}

/** Returns a remembered order, once: later its status may have changed. */
export function takeKnownOrder(id: string): OrderView | undefined {
  const order = known.get(id);
  known.delete(id);
  return order;
}
