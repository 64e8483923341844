import { afterEach, describe, expect, it } from '@jest/globals';
import type { MessageEvent } from '@nestjs/common';
import { firstValueFrom, type Observable, take, toArray } from 'rxjs';
import { Live } from '../src/charges/live.js';

const live = new Live();
afterEach(() => live.onModuleDestroy());

const read = (stream: Observable<MessageEvent>, count: number) =>
  firstValueFrom(stream.pipe(take(count), toArray())).then((events) =>
    events.map(({ data }) => JSON.parse(data as string) as { n: number }),
  );

describe('Live', () => {
  it('streams a record now, and again only when it has changed', async () => {
    const answers = [1, 1, 2];
    const record = async () => ({ n: answers.shift() ?? 2 });
    await expect(read(live.stream('a', record), 2)).resolves.toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('reads a record once for all of its pages, and repeats a reading that fails', async () => {
    let readings = 0;
    const record = async () => {
      readings += 1;
      if (readings === 1) throw new Error('The database is away');
      return { n: readings };
    };
    const both = [read(live.stream('b', record), 1), read(live.stream('b', record), 1)];
    await expect(Promise.all(both)).resolves.toEqual([[{ n: 2 }], [{ n: 2 }]]);
    expect(readings).toBe(2);
  });

  it('refuses more streams than a process can keep open', () => {
    const streams = Array.from({ length: 500 }, (_, n) =>
      live.stream(String(n), async () => ({ n })).subscribe(),
    );
    expect(() => live.stream('one more', async () => ({}))).toThrow('páginas demais');
    for (const stream of streams) stream.unsubscribe();
    expect(() => live.stream('one more', async () => ({}))).not.toThrow();
  });
});
