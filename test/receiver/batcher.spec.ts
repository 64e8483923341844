import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Batcher, type BatcherOptions, Slot } from '../../lib/receiver/stores/shared-store.js';
import { systemRuntime, type PixRuntime } from '../../lib/runtime/index.js';
import { ManualRuntime } from '../support/manual-runtime.js';

type Send = BatcherOptions<number, number>['send'];

function batcher(send: Send, options: Partial<BatcherOptions<number, number>> = {}) {
  return new Batcher<number, number>({ send, slot: new Slot(systemRuntime), ...options });
}

describe('Batcher', () => {
  it('sends the items added during a statement as one batch, and returns each result to its caller', async () => {
    const batches: number[][] = [];
    const subject = batcher(async (items) => {
      batches.push([...items]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return items.map((item) => item * 2);
    });
    const first = subject.add(1);
    await setImmediate();
    const rest = [2, 3, 4].map((item) => subject.add(item));
    expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  it('rejects every caller of a failed statement, and accepts further items', async () => {
    let fails = true;
    const subject = batcher(async (items) => {
      if (fails) throw new Error('away');
      return [...items];
    });
    const results = await Promise.allSettled([subject.add(1), subject.add(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await subject.add(3)).toBe(3);
  });

  it('rejects only the caller of the item at fault', async () => {
    const subject = batcher(
      async (items) => {
        if (items.includes(2)) throw new Error('bad value');
        return [...items];
      },
      { isItemsFault: () => true },
    );
    const results = await Promise.allSettled([1, 2, 3].map((item) => subject.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('continues after the slot timeout when a statement hangs', async () => {
    let calls = 0;
    const subject = batcher(
      (items) => {
        calls += 1;
        return calls === 1 ? new Promise(() => undefined) : Promise.resolve([...items]);
      },
      { slot: new Slot(systemRuntime) },
    );
    void subject.add(1);
    await setImmediate();
    expect(await subject.add(2)).toBe(2);
  });

  it('shares a slot: what a response leads to is sent next, and nobody waits for two others', async () => {
    const slot = new Slot(systemRuntime);
    const sent: string[] = [];
    const open = (name: string) =>
      batcher(
        async (items) => {
          sent.push(`${name} ${items.join()}`);
          await setImmediate();
          return [...items];
        },
        { slot },
      );
    const [claims, completions] = [open('claim'), open('complete')];
    const handle = async (item: number) => completions.add(await claims.add(item));
    const first = handle(1);
    await setImmediate();
    await Promise.all([first, handle(2), handle(3)]);
    expect(sent.splice(0)).toEqual(['claim 1', 'complete 1', 'claim 2,3', 'complete 2,3']);
    const slow = completions.add(4);
    await setImmediate();
    await Promise.all([slow, completions.add(5), claims.add(6)]);
    expect(sent).toEqual(['complete 4', 'claim 6', 'complete 5']);
  });

  it('sends at most 500 items at once', async () => {
    const sizes: number[] = [];
    const subject = batcher(async (items) => {
      sizes.push(items.length);
      return [...items];
    });
    const items = Array.from({ length: 501 }, (_, index) => index);
    expect(await Promise.all(items.map((item) => subject.add(item)))).toEqual(items);
    expect(sizes).toEqual([500, 1]);
  });

  it('does not repeat a batch of one item', async () => {
    let calls = 0;
    let checks = 0;
    const fail = async () => {
      calls += 1;
      throw new Error('bad value');
    };
    const isItemsFault = () => ((checks += 1), true);
    await expect(batcher(fail, { isItemsFault }).add(1)).rejects.toThrow('bad value');
    expect([calls, checks]).toEqual([1, 0]);
  });

  it('limits concurrent statements, including after one exceeds the slot timeout', async () => {
    const runtime = new ManualRuntime();
    const ends: (() => void)[] = [];
    const batches: number[][] = [];
    const subject = batcher(
      (items) => {
        batches.push([...items]);
        return new Promise((resolve) => ends.push(() => resolve(items)));
      },
      { slot: new Slot(runtime) },
    );
    const add = async (item: number) => {
      void subject.add(item);
      await runtime.advance(0);
    };
    for (const item of [1, 2, 3]) await add(item);
    expect(batches).toEqual([[1]]);
    ends[0]!();
    await runtime.advance(0);
    expect(batches).toEqual([[1], [2, 3]]);
    await runtime.advance(250); // the second statement releases its slot
    await add(5);
    await add(6);
    ends[1]!(); // it does not release the slot twice
    await add(7);
    expect(batches.slice(2)).toEqual([[5]]);
    for (const end of ends) end();
    await runtime.advance(0);
    for (const end of ends) end();
    await runtime.advance(0);
    expect(batches.at(-1)).toEqual([6, 7]);
    expect(runtime.pendingTimers).toBe(0);
  });

  it('starts background timers, which do not keep the process running', async () => {
    const backgrounds: unknown[] = [];
    const runtime: PixRuntime = {
      ...systemRuntime,
      after: (ms, action, options) => {
        backgrounds.push(options?.background);
        return systemRuntime.after(ms, action, options);
      },
    };
    await batcher(async (items) => items, { slot: new Slot(runtime) }).add(1);
    expect(backgrounds).toEqual([true]);
  });
});
