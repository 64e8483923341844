import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MessageEvent } from '@nestjs/common';
import { filter, firstValueFrom, map, type Observable, take, toArray } from 'rxjs';
import { Live } from '../src/charges/live.js';

let live: Live;
beforeEach(() => {
  live = new Live();
});
afterEach(() => live.onModuleDestroy());

interface Followed {
  readonly caminho?: string;
  readonly registro?: { readonly n: number };
}

/** The first records of a stream. */
const read = (stream: Observable<MessageEvent>, count: number) =>
  firstValueFrom(
    stream.pipe(
      map(({ data }) => JSON.parse(data as string) as Followed),
      filter(({ caminho }) => caminho !== undefined),
      take(count),
      toArray(),
    ),
  );

describe('Live', () => {
  it('streams a record now, and again only when it has changed', async () => {
    const answers = [1, 1, 2];
    live.serve('/api/a', async () => ({ n: answers.shift() ?? 2 }));
    const records = read(live.follow(['/api/a/1']), 2);
    await expect(records).resolves.toMatchObject([{ registro: { n: 1 } }, { registro: { n: 2 } }]);
  });

  it('reads a record once for all of its pages, and repeats a reading that fails', async () => {
    let readings = 0;
    live.serve('/api/b', async () => {
      readings += 1;
      if (readings === 1) throw new Error('The database is away');
      return { n: readings };
    });
    const both = [read(live.follow(['/api/b/1']), 1), read(live.follow(['/api/b/1']), 1)];
    const record = { caminho: '/api/b/1', registro: { n: 2 } };
    await expect(Promise.all(both)).resolves.toEqual([[record], [record]]);
    expect(readings).toBe(2);
  });

  it('streams records and lists in one stream, by the paths of their requests', async () => {
    const asked: unknown[] = [];
    live.serve('/api/list', async (id, query) => ({ n: asked.push([id, query]) }));
    const paths = ['/api/list?tipo=cob', '/api/list/a%2Fb'];
    const records = await read(live.follow(paths), 2);
    expect(records.map(({ caminho }) => caminho)).toEqual(paths);
    expect(asked).toEqual([
      ['', { tipo: 'cob' }],
      ['a/b', {}],
    ]);
  });

  it.each(['/api/unknown', '/api/unknown/1', 'http://[', ''])('knows no %j', (path) => {
    live.serve('/api/list', async () => ({ n: 1 }));
    expect(() => live.follow([path])).toThrow('não pode ser acompanhada');
  });

  it('refuses more records than a process can follow, and a browser', () => {
    live.serve('/api/c', async () => ({ n: 1 }));
    const paths = Array.from({ length: 40 }, (_, n) => `/api/c/${n}`);
    const streams = Array.from({ length: 12 }, () => live.follow(paths).subscribe());
    expect(() => live.follow(paths)).toThrow('páginas demais');
    for (const stream of streams) stream.unsubscribe();
    expect(() => live.follow(paths)).not.toThrow();
    expect(() => live.follow([...paths, '/api/c/40'])).toThrow('páginas demais');
  });
});
