import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type MessageEvent, NotFoundException } from '@nestjs/common';
import type { Order } from '../src/database/schema.js';
import { MAX_STREAMS, StreamLimits } from '../src/limits/stream-limits.js';
import { CreateOrderDto, OrderItemDto } from '../src/orders/create-order.dto.js';
import { OrderEvents } from '../src/orders/order-events.js';
import { toOrderEvent, toOrderView } from '../src/orders/order.view.js';
import { OrdersController } from '../src/orders/orders.controller.js';
import type { OrdersService } from '../src/orders/orders.service.js';

const KEY = 'idempotency-key-1';
const NOON = new Date('2026-03-10T12:00:00Z');
const BEAT = 15_000;
const order: Order = {
  id: '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11',
  txid: 'a'.repeat(32),
  status: 'PENDENTE',
  valor: '37.00',
  itens: [],
  descricao: '1x Camiseta Ipê',
  criadoEm: NOON,
  expiraEm: new Date('2026-03-10T13:00:00Z'),
  pagoEm: null,
  pixCopiaECola: null,
  cancelamentoEm: null,
  chaveIdempotencia: KEY,
};
const paid: Order = { ...order, status: 'PAGO', pagoEm: NOON };

const bodyOf = (...items: object[]) =>
  Object.assign(new CreateOrderDto(), {
    itens: items.map((item) => Object.assign(new OrderItemDto(), item)),
  });

/** A controller over a shop that has one order, and what it asked the shop for. */
function controllerOf(stored: Order = order) {
  const asked: unknown[][] = [];
  const shop = { stored };
  const answer =
    (name: string) =>
    (...args: unknown[]) => {
      asked.push([name, ...args]);
      return Promise.resolve(shop.stored);
    };
  const get = (id: string) =>
    id === order.id
      ? answer('get')(id)
      : Promise.reject(new NotFoundException('Pedido não encontrado'));
  const service = { create: answer('create'), cancel: answer('cancel'), find: answer('find'), get };
  const events = new OrderEvents();
  const controller = new OrdersController(
    service as unknown as OrdersService,
    events,
    new StreamLimits(),
  );
  return { controller, events, asked, shop };
}

describe('the orders that a page asks for', () => {
  it('are created of the products and quantities alone, under the key of the request', async () => {
    const { controller, asked } = controllerOf();
    const item = { produto: 'camiseta-ipe', quantidade: 2 };
    const body = bodyOf({ ...item, preco: '0.01' });
    await expect(controller.create(body, KEY)).resolves.toEqual(toOrderView(order));
    expect(asked).toEqual([['create', [item], KEY]]);
  });

  it('are not created under a key of another form', async () => {
    const { controller, asked } = controllerOf();
    await expect(controller.create(bodyOf(), 'short')).rejects.toMatchObject({ status: 400 });
    expect(asked).toEqual([]);
  });

  it.each(['get', 'cancel'] as const)(
    'are shown as the page sees them after %s',
    async (method) => {
      const { controller, asked } = controllerOf();
      await expect(controller[method](order.id)).resolves.toEqual(toOrderView(order));
      expect(asked).toEqual([[method, order.id]]);
    },
  );
});

describe('the event stream of an order', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const follow = ({ controller }: ReturnType<typeof controllerOf>, id = order.id) =>
    controller.follow(id, '192.0.2.1', new AbortController().signal);

  it('tells the status at once and a comment every 15 seconds, until the status is final', async () => {
    const shop = controllerOf();
    const seen: MessageEvent[] = [];
    let isEnded = false;
    (await follow(shop)).subscribe({
      next: (event) => seen.push(event),
      complete: () => (isEnded = true),
    });
    await jest.advanceTimersByTimeAsync(BEAT - 1);
    expect(seen.splice(0)).toEqual([{ data: toOrderEvent(order) }]);
    await jest.advanceTimersByTimeAsync(1);
    expect(seen.splice(0)).toEqual([{ comment: '' }]);
    shop.events.publish(paid);
    expect(seen.splice(0)).toEqual([{ data: toOrderEvent(paid) }]);
    expect(isEnded).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('tells a change by another process within 15 seconds', async () => {
    const shop = controllerOf();
    const seen: MessageEvent[] = [];
    (await follow(shop)).subscribe((event) => seen.push(event));
    await jest.advanceTimersByTimeAsync(BEAT - 1);
    shop.shop.stored = paid;
    await jest.advanceTimersByTimeAsync(1);
    expect(seen).toContainEqual({ data: toOrderEvent(paid) });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is refused for an order that does not exist', async () => {
    await expect(follow(controllerOf(), 'another')).rejects.toMatchObject({ status: 404 });
  });

  it('is refused when too many are open', async () => {
    const shop = controllerOf();
    for (let open = 0; open < MAX_STREAMS.perOrder; open += 1) await follow(shop);
    await expect(follow(shop)).rejects.toMatchObject({ status: 429 });
  });
});
