import { describe, expect, it } from '@jest/globals';
import { Batcher } from '../../lib/receiver/store/batcher.js';
import type { BatcherOptions } from '../../lib/receiver/store/batcher.js';
import { systemRuntime } from '../../lib/runtime/index.js';

type Send = BatcherOptions<number, number>['send'];

function batcher(send: Send, options: Partial<BatcherOptions<number, number>> = {}) {
  return new Batcher<number, number>({
    send,
    parallel: 1,
    patience: 1000,
    isItemsFault: () => false,
    runtime: systemRuntime,
    ...options,
  });
}

describe('Batcher', () => {
  it('sends what comes while a statement is under way as one, and gives each caller its own result', async () => {
    const batches: number[][] = [];
    const subject = batcher(async (items) => {
      batches.push([...items]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return items.map((item) => item * 2);
    });
    const first = subject.add(1);
    await Promise.resolve();
    const rest = [2, 3, 4].map((item) => subject.add(item));
    expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  it('rejects every caller of a statement that failed, and goes on', async () => {
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

  it('does not let one bad item fail the others', async () => {
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

  it('is not held up for ever by a statement that hangs', async () => {
    let calls = 0;
    const subject = batcher(
      (items) => {
        calls += 1;
        return calls === 1 ? new Promise(() => undefined) : Promise.resolve([...items]);
      },
      { patience: 20 },
    );
    void subject.add(1);
    await Promise.resolve();
    expect(await subject.add(2)).toBe(2);
  });
});
