import { describe, expect, it } from '@jest/globals';
import { TestScheduler } from 'rxjs/testing';
import type { Order } from '../src/database/schema.js';
import { OrderEvents } from '../src/orders/order-events.js';
import type { ChangeBroadcast } from '../src/redis/change-broadcast.js';

const order = (id: string, status: Order['status'] = 'PENDENTE') => ({ id, status }) as Order;

function inVirtualTime(
  test: (tools: { flush: () => void; at: (ms: number, work: () => void) => void }) => void,
) {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run(({ flush }) => {
    const at = (ms: number, work: () => void) => void scheduler.schedule(work, ms);
    test({ flush, at });
  });
}

describe('OrderEvents.watch()', () => {
  it('shares one poll of the database among all watchers, and ends it with the last one', () => {
    inVirtualTime(({ at, flush }) => {
      const events = new OrderEvents();
      let reads = 0;
      const read = () => {
        reads += 1;
        return Promise.resolve(order('a'));
      };
      const watchers = Array.from({ length: 5 }, () => events.watch('a', read, 100).subscribe());
      expect(reads).toBe(5);
      at(350, () => {
        expect(reads).toBe(5 + 3);
        watchers[0]!.unsubscribe();
      });
      at(450, () => {
        expect(reads).toBe(5 + 4);
        for (const watcher of watchers) watcher.unsubscribe();
      });
      at(900, () => {
        expect(reads).toBe(5 + 4);
        events.watch('a', read, 100).subscribe();
      });
      at(1050, () => {
        expect(reads).toBe(5 + 4 + 2);
        events.onModuleDestroy();
      });
      flush();
      expect(reads).toBe(5 + 4 + 2);
    });
  });

  it('polls with the function of the next watcher after the last one has left', () => {
    inVirtualTime(({ at, flush }) => {
      const events = new OrderEvents();
      const polled: string[] = [];
      const readAs = (name: string) => () => {
        polled.push(name);
        return Promise.resolve(order('a'));
      };
      const first = events.watch('a', readAs('first'), 100).subscribe();
      at(150, () => {
        first.unsubscribe();
        events.watch('a', readAs('second'), 1000).subscribe();
      });
      at(1200, () => events.onModuleDestroy());
      flush();
      expect(polled).toEqual(['first', 'first', 'second', 'second']);
    });
  });

  it('reads an order when another process announces its change', async () => {
    const events = new OrderEvents();
    let status: Order['status'] = 'PENDENTE';
    const seen: string[] = [];
    const watching = new Promise<void>((resolve) => {
      events
        .watch('a', () => Promise.resolve(order('a', status)), 3_600_000)
        .subscribe({
          next: (change) => {
            seen.push(change.status);
            if (change.status !== 'PENDENTE') return;
            status = 'PAGO';
            events.announce('b');
            events.announce('a');
          },
          complete: resolve,
        });
    });
    await watching;
    expect(seen).toEqual(['PENDENTE', 'PAGO']);
  });

  it('announces its own changes', () => {
    const events = new OrderEvents();
    const announced: string[] = [];
    events.onPublish = (id) => announced.push(id);
    events.publish(order('a', 'PAGO'));
    expect(announced).toEqual(['a']);
  });

  it('shares its changes with other processes', () => {
    const shared: unknown[] = [];
    const share = (...topic: unknown[]) => shared.push(...topic);
    const events = new OrderEvents({ share } as unknown as ChangeBroadcast);
    expect(shared).toEqual(['orders', events]);
  });

  it('polls each order separately', () => {
    inVirtualTime(({ at, flush }) => {
      const events = new OrderEvents();
      const polled: string[] = [];
      for (const id of ['a', 'b']) {
        const read = () => {
          polled.push(id);
          return Promise.resolve(order(id));
        };
        events.watch(id, read, 100).subscribe();
      }
      at(150, () => events.onModuleDestroy());
      flush();
      expect(polled).toEqual(['a', 'b', 'a', 'b']);
    });
  });

  it('emits each status of the order once, and completes with the final one', async () => {
    const events = new OrderEvents();
    const seen: string[] = [];
    const ended = new Promise<void>((resolve) => {
      events
        .watch('a', () => Promise.resolve(order('a')), 60_000)
        .subscribe({ next: ({ status }) => seen.push(status), complete: resolve });
    });
    await Promise.resolve();
    events.publish(order('b', 'PAGO'));
    events.publish(order('a'));
    events.publish(order('a', 'PAGO'));
    await ended;
    expect(seen).toEqual(['PENDENTE', 'PAGO']);
  });

  it('emits nothing for an order that does not exist', async () => {
    const events = new OrderEvents();
    const seen: unknown[] = [];
    events
      .watch('a', () => Promise.resolve(undefined), 60_000)
      .subscribe((each) => seen.push(each));
    await Promise.resolve();
    expect(seen).toEqual([]);
    events.onModuleDestroy();
  });
});
