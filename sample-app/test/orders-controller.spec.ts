import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type MessageEvent, NotFoundException } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import type { Order } from '../src/database/schema.js';
import { RateLimitGuard } from '../src/limits/rate-limit.guard.js';
import { MAX_STREAMS, StreamLimits } from '../src/limits/stream-limits.js';
import { CreateOrderDto, OrderItemDto } from '../src/orders/create-order.dto.js';
import { OrderEvents } from '../src/orders/order-events.js';
import { toOrderEvent, toOrderView } from '../src/orders/order.view.js';
import { OrdersController } from '../src/orders/orders.controller.js';
import { OrdersService } from '../src/orders/orders.service.js';

const KEY = 'idempotency-key-1';
const NOON = new Date('2026-03-10T12:00:00Z');
const HEARTBEAT = 15_000;
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
  chaveIdempotencia: KEY,
};
const paid: Order = { ...order, status: 'PAGO', pagoEm: NOON };

const buildBody = (...items: object[]) =>
  Object.assign(new CreateOrderDto(), {
    itens: items.map((item) => Object.assign(new OrderItemDto(), item)),
  });

/** Creates a controller with one stored order, and records the calls to its services. */
function createController(stored: Order = order) {
  const calls: unknown[][] = [];
  const shop = { stored };
  const answer =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
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
  return { controller, events, calls, shop };
}

describe('OrdersController', () => {
  it('creates an order from products and quantities, with the key of the request', async () => {
    const { controller, calls } = createController();
    const item = { produto: 'camiseta-ipe', quantidade: 2 };
    const body = buildBody({ ...item, preco: '0.01' });
    await expect(controller.create(body, KEY)).resolves.toEqual(toOrderView(order));
    expect(calls).toEqual([['create', [item], KEY]]);
  });

  it('refuses an invalid key', async () => {
    const { controller, calls } = createController();
    await expect(controller.create(buildBody(), 'short')).rejects.toMatchObject({ status: 400 });
    expect(calls).toEqual([]);
  });

  it.each(['get', 'cancel'] as const)('returns the view of the order after %s', async (method) => {
    const { controller, calls } = createController();
    await expect(controller[method](order.id)).resolves.toEqual(toOrderView(order));
    expect(calls).toEqual([[method, order.id]]);
  });
});

describe('OrdersController, document of the API', () => {
  it('states the failures of each route', async () => {
    const { events } = createController();
    const testing = await Test.createTestingModule({
      controllers: [OrdersController],
      providers: [
        { provide: OrdersService, useValue: {} },
        { provide: OrderEvents, useValue: events },
        StreamLimits,
      ],
    })
      .overrideGuard(RateLimitGuard)
      .useValue({})
      .compile();
    const app = testing.createNestApplication();
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    const failures = Object.entries(paths).flatMap(([path, { get, post }]) =>
      [get, post].flatMap((operation) => {
        if (!operation) return [];
        const statuses = Object.keys(operation.responses).filter((status) => status >= '400');
        return [[path, ...statuses].join(' ')];
      }),
    );
    expect(failures).toEqual([
      '/api/orders 422 502 503 504',
      '/api/orders/{id}',
      '/api/orders/{id}/events 429',
      '/api/orders/{id}/cancel 409 502 503 504',
    ]);
    await app.close();
  });
});

describe('OrdersController, event stream', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const follow = ({ controller }: ReturnType<typeof createController>, id = order.id) =>
    controller.follow(id, '192.0.2.1', new AbortController().signal);

  it('sends the status at once and a comment every 15 seconds, until the status is final', async () => {
    const shop = createController();
    const seen: MessageEvent[] = [];
    let isEnded = false;
    (await follow(shop)).subscribe({
      next: (event) => seen.push(event),
      complete: () => (isEnded = true),
    });
    await jest.advanceTimersByTimeAsync(HEARTBEAT - 1);
    expect(seen.splice(0)).toEqual([{ data: toOrderEvent(order) }]);
    await jest.advanceTimersByTimeAsync(1);
    expect(seen.splice(0)).toEqual([{ comment: '' }]);
    shop.events.publish(paid);
    expect(seen.splice(0)).toEqual([{ data: toOrderEvent(paid) }]);
    expect(isEnded).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends a change by another process within 15 seconds', async () => {
    const shop = createController();
    const seen: MessageEvent[] = [];
    (await follow(shop)).subscribe((event) => seen.push(event));
    await jest.advanceTimersByTimeAsync(HEARTBEAT - 1);
    shop.shop.stored = paid;
    await jest.advanceTimersByTimeAsync(1);
    expect(seen).toContainEqual({ data: toOrderEvent(paid) });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('answers 404 for an unknown order', async () => {
    await expect(follow(createController(), 'another')).rejects.toMatchObject({ status: 404 });
  });

  it('refuses a stream when too many are open', async () => {
    const shop = createController();
    for (let open = 0; open < MAX_STREAMS.perOrder; open += 1) await follow(shop);
    await expect(follow(shop)).rejects.toMatchObject({ status: 429 });
  });
});
