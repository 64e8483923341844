import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { buildPix } from '../../devkit/testing.js';
import { InMemoryEventStore, type Pix, type PixEventStore } from '../../lib/index.js';
import { PostgresEventStore } from '../../lib/postgres.js';
import type { EventSink } from '../../lib/receiver/dispatch/event-sink.js';
import { EventDispatcher } from '../../lib/receiver/dispatch/event.dispatcher.js';
import {
  EventHandlerRegistry,
  type PixEventContext,
} from '../../lib/receiver/dispatch/handlers.js';
import type { PixEvent } from '../../lib/receiver/events.js';
import { NotificationIntake } from '../../lib/receiver/http/webhook.listener.js';
import { type PixQueuedEvent, QueueSink } from '../../lib/receiver/queue.js';
import { RedisEventStore } from '../../lib/redis.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { RecordedLog } from './support/log.js';
import { devolucao } from './support/notifications.js';

const arrival = { receiver: 'default', receivedAt: new Date(0), origin: 'notification' } as const;

function paid(changes: Partial<Pix> = {}): PixEvent {
  const payload = buildPix(changes);
  return { type: 'pix.recebido', key: `pix:${payload.endToEndId}`, payload };
}

function buildRefund(event: PixEvent): PixEvent {
  const { payload } = event as PixEvent<'pix.recebido'>;
  const refund = devolucao();
  return {
    type: 'pix.devolucao',
    key: `devolucao:${payload.endToEndId}`,
    payload: { devolucao: refund, pix: { ...payload, devolucoes: [refund] } },
  };
}

/** Takes notifications as the route does. */
function intake(sink: EventSink, concurrency: number) {
  const options = { verifyWithProvider: false, concurrency };
  return new NotificationIntake(sink, undefined as never, undefined as never, options);
}

type Handle = (pix: Pix, context: PixEventContext) => unknown;

function receiver(handle: Handle, store: PixEventStore, concurrency = 10) {
  const registry = new EventHandlerRegistry();
  const run = (payload: unknown, context: PixEventContext) => handle(payload as Pix, context);
  registry.fill([
    { type: 'pix.recebido', id: 'A.paid', order: 0, instance: {}, run },
    { type: 'pix.devolucao', id: 'A.refunded', order: 0, instance: {}, run },
  ]);
  return intake(new EventDispatcher(registry, { store }), concurrency);
}

/** Work that ends when the test says so. */
class HeldWork {
  readonly #ends: (() => void)[] = [];
  started = 0;

  run(): Promise<void> {
    this.started += 1;
    return new Promise((resolve) => this.#ends.push(resolve));
  }

  get waiting(): number {
    return this.#ends.length;
  }

  endOne(): void {
    this.#ends.shift()!();
  }
}

/** Lets everything run that waits for nothing but promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

let log: RecordedLog;
beforeEach(() => Logger.overrideLogger((log = new RecordedLog())));

describe('a notification with many events', () => {
  it('runs at most `concurrency` handlers at a time, and starts the next one when one ends', async () => {
    const work = new HeldWork();
    const events = Array.from({ length: 7 }, () => paid());
    const outcome = receiver(() => work.run(), new InMemoryEventStore(), 3).take(events, arrival);
    for (const started of [3, 4, 5, 6, 7, 7, 7]) {
      await settle();
      expect(work.started).toBe(started);
      work.endOne();
    }
    expect(await outcome).toBe('handled');
  });

  it('handles the events of one txid in the order of the notification, next to others', async () => {
    const order: string[] = [];
    const held = new HeldWork();
    const [first, other] = [paid({ txid: 'a'.repeat(26) }), paid({ txid: 'b'.repeat(26) })];
    const refunded = buildRefund(first);
    const second = paid({ txid: 'a'.repeat(26) });
    const names = new Map([first, refunded, second, other].map((event, at) => [event.key, at]));
    const subject = receiver(async (_pix, { eventKey }) => {
      order.push(`begin ${names.get(eventKey)}`);
      if (eventKey === first.key) await held.run();
      order.push(`end ${names.get(eventKey)}`);
    }, new InMemoryEventStore());
    const outcome = subject.take([first, refunded, second, other], arrival);
    await settle();
    expect(order).toEqual(['begin 0', 'begin 3', 'end 3']);
    held.endOne();
    expect(await outcome).toBe('handled');
    expect(order.slice(3)).toEqual(['end 0', 'begin 1', 'end 1', 'begin 2', 'end 2']);
  });

  it.each([
    [true, 4],
    [false, 2],
  ])('goes into a queue at once, but for its order, if batches is %j', async (batches, begun) => {
    const keys: string[] = [];
    const held = new HeldWork();
    const enqueue = async ({ key }: PixQueuedEvent) => {
      keys.push(key);
      await held.run();
    };
    const queue = { batches, enqueue, work: () => Promise.reject(new Error('no worker')) };
    const [first, ...others] = [paid(), paid(), paid(), paid()] as const;
    const refunded = buildRefund(first);
    const events = [first, refunded, ...others];
    const outcome = intake(new QueueSink(queue), 2).take(events, arrival);
    await settle();
    expect(keys).toHaveLength(begun);
    expect(keys).not.toContain(refunded.key);
    while (keys.length < events.length) {
      held.endOne();
      await settle();
    }
    while (held.waiting > 0) held.endOne();
    expect(await outcome).toBe('queued');
    expect(keys.indexOf(refunded.key)).toBeGreaterThan(keys.indexOf(first.key));
  });

  it('handles Pix with an empty txid next to each other, and refunds of each in order', async () => {
    const order: string[] = [];
    const held = new HeldWork();
    const [first, other] = [paid({ txid: '' }), paid({ txid: '' })];
    const refunded = buildRefund(first);
    const names = new Map([first, refunded, other].map((event, at) => [event.key, at]));
    const subject = receiver(async (_pix, { eventKey }) => {
      order.push(`begin ${names.get(eventKey)}`);
      await held.run();
    }, new InMemoryEventStore());
    const outcome = subject.take([first, refunded, other], arrival);
    await settle();
    expect(order).toEqual(['begin 0', 'begin 2']);
    for (let ended = 0; ended < names.size; ended += 1) {
      held.endOne();
      await settle();
    }
    expect(await outcome).toBe('handled');
    expect(order).toHaveLength(3);
  });

  it('handles an event that it contains twice once, also when a repeat arrives in another order', async () => {
    let runs = 0;
    const [one, other] = [paid({ txid: 'a'.repeat(26) }), paid({ txid: 'a'.repeat(26) })];
    const subject = receiver(async () => {
      runs += 1;
      await settle();
    }, new InMemoryEventStore());
    const outcomes = [
      subject.take([one, other, one], arrival),
      subject.take([other, one], arrival),
    ];
    expect(await Promise.all(outcomes)).toEqual(['handled', expect.any(String)]);
    expect(runs).toBe(2);
  });

  it('continues with the other events when a handler fails, and reports the failure', async () => {
    const handled: string[] = [];
    const events = Array.from({ length: 5 }, () => paid());
    const subject = receiver(
      (_pix, { eventKey }) => {
        if (eventKey === events[1]!.key) throw new Error('no such order');
        handled.push(eventKey);
      },
      new InMemoryEventStore(),
      1,
    );
    expect(await subject.take(events, arrival)).toBe('failed');
    expect(handled).toEqual([0, 2, 3, 4].map((at) => events[at]!.key));
    expect(await subject.take([events[0]!, events[2]!], arrival)).toBe('duplicate');
  });

  it('does not run the handler of an event whose lease was lost while it waited', async () => {
    const held = new HeldWork();
    const [one, other] = [paid(), paid()];
    const lost = new AbortController();
    const failed: string[] = [];
    const store = Object.assign(new InMemoryEventStore(), {
      begin: (key: string) => ({
        state: 'new',
        fence: 1,
        signal: key.startsWith(other.key) ? lost.signal : undefined,
      }),
      fail: (key: string) => void failed.push(key),
    }) as PixEventStore;
    const outcome = receiver(() => held.run(), store, 1).take([one, other], arrival);
    await settle();
    lost.abort(new Error('the lease is lost'));
    held.endOne();
    expect(await outcome).toBe('failed');
    expect(held.started).toBe(1);
    expect(failed).toEqual([`${other.key}@A.paid`]);
    expect(log.text).toContain('the lease is lost');
  });

  it('uses a store that does not batch for at most `concurrency` events at a time', async () => {
    const begins = new HeldWork();
    const store: PixEventStore = {
      begin: () => begins.run().then(() => 'new' as const),
      complete: () => undefined,
      fail: () => undefined,
    };
    const events = Array.from({ length: 5 }, () => paid());
    const outcome = receiver(() => undefined, store, 2).take(events, arrival);
    for (const started of [2, 3, 4, 5, 5]) {
      await settle();
      expect(begins.started).toBe(started);
      begins.endOne();
    }
    expect(await outcome).toBe('handled');
  });
});

describe('the statements of a notification with 100 Pix', () => {
  async function countCalls(
    open: (call: (kind: 'claim' | 'complete', keys: number) => Promise<void>) => PixEventStore,
  ) {
    const calls: [string, number][] = [];
    const events = Array.from({ length: 100 }, () => paid());
    const store = open(async (kind, keys) => void calls.push([kind, keys]));
    const subject = receiver(() => undefined, store);
    expect(await subject.take(events, arrival)).toBe('handled');
    return calls;
  }

  const expected = [
    ['claim', 100],
    ['complete', 100],
  ];

  it('are two on PostgreSQL: one claims all, and one completes all', async () => {
    const open = (call: Parameters<Parameters<typeof countCalls>[0]>[0]) => {
      const query = async (text: string, values: unknown[] = []) => {
        const keys = values[0] as string[];
        const isClaim = text.includes('inserted AS');
        await call(isClaim ? 'claim' : 'complete', keys.length);
        return {
          rows: keys.map((key) => ({ key, fence: '1', done: null, digest: null, known: false })),
        };
      };
      return new PostgresEventStore({ query }, {}, new ManualRuntime());
    };
    expect(await countCalls(open)).toEqual(expected);
  });

  it('are two scripts on Redis', async () => {
    const open = (call: Parameters<Parameters<typeof countCalls>[0]>[0]) => {
      const run = async (script: string, count: number) => {
        await call(script.includes('lease|') ? 'claim' : 'complete', count);
        return Array.from({ length: count }, () => '1');
      };
      return new RedisEventStore({ eval: run }, {}, new ManualRuntime());
    };
    expect(await countCalls(open)).toEqual(expected);
  });
});
