import { describe, expect, it } from '@jest/globals';
import type { Pix } from '../../lib/contract/index.js';
import { PixConexaoException } from '../../lib/errors/index.js';
import type { PixRecebidosSource } from '../../lib/receiver/index.js';
import {
  PeriodReader,
  type PeriodPart,
} from '../../lib/receiver/provider/reconciler/period-reader.js';
import { buildPix } from '../../lib/testing.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { RecordedLog } from './support/log.js';

const START = Date.UTC(2026, 8, 9);
const period = (ms: number, from = START) => ({ inicio: new Date(from), fim: new Date(from + ms) });

type List = (inicio: number, fim: number) => { items: Pix[]; pages?: number | undefined };

function open(list: List, runtime = new ManualRuntime(), signal = new AbortController().signal) {
  const asked: [from: number, to: number][] = [];
  const source: PixRecebidosSource = {
    get: () => Promise.reject(new Error('not asked for')),
    async *iterate(filter, options) {
      const [inicio, fim] = [+new Date(filter.inicio), +new Date(filter.fim)];
      asked.push([inicio - START, fim - START]);
      await Promise.resolve();
      const { items, pages } = list(inicio, fim);
      options?.onPage?.({ quantidadeDePaginas: pages });
      yield* items;
    },
  };
  const log = new RecordedLog();
  const reader = new PeriodReader(log, runtime, signal);
  const read = async (ms: number, from = START) => {
    const parts: PeriodPart[] = [];
    for await (const part of reader.read(source, period(ms, from), {})) parts.push(part);
    return parts;
  };
  return { asked, log, read, runtime };
}

const failing = () => {
  throw new PixConexaoException({ title: 'Sem conexão' });
};

describe('PeriodReader', () => {
  it.each([
    [0, [125, 250, 500]],
    [1, [250, 500, 1000]],
  ])('waits longer before each of three repeats (random %d)', async (random, waits) => {
    const runtime = new ManualRuntime();
    runtime.random = () => random;
    const { asked, log, read } = open(failing, runtime);
    const result = read(60_000).catch((error: unknown) => error);
    await runtime.advance(0);
    for (const [index, wait] of waits.entries()) {
      await runtime.advance(wait - 1);
      expect(asked).toHaveLength(index + 1);
      await runtime.advance(1);
      expect(asked).toHaveLength(index + 2);
    }
    expect(await result).toBeInstanceOf(PixConexaoException);
    expect(log.lines).toHaveLength(3);
    expect(runtime.pendingTimers).toBe(0);
  });

  it('does not repeat a read after the application has begun to stop', async () => {
    const ended = new AbortController();
    ended.abort();
    const { asked, read } = open(failing, new ManualRuntime(), ended.signal);
    await expect(read(60_000)).rejects.toBeInstanceOf(PixConexaoException);
    expect(asked).toHaveLength(1);
  });

  it('cuts a period into as many parts as there are pages, at whole seconds', async () => {
    const { asked, read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio > 4000 ? 3 : 1,
    }));
    const parts = await read(10_000);
    expect(asked).toEqual([
      [0, 10_000],
      [0, 3000],
      [3000, 6000],
      [6000, 10_000],
    ]);
    expect(parts.map(({ part }) => +part.fim - START)).toEqual([3000, 6000, 10_000]);
    expect(parts.map(({ items }) => items.length)).toEqual([1, 1, 1]);
  });

  it('cuts into whole parts when a provider reports a fraction of a page', async () => {
    const { asked, read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio > 4000 ? 1.5 : 1,
    }));
    await read(8000);
    expect(asked).toEqual([
      [0, 8000],
      [0, 4000],
      [4000, 8000],
    ]);
  });

  it('cuts into at most 100 parts at once', async () => {
    const day = 86_400_000;
    const { read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio === day ? 100_000 : 1,
    }));
    expect(await read(day)).toHaveLength(100);
  });

  it('reads a part shorter than two seconds whole, however many pages it has', async () => {
    const items = [buildPix(), buildPix()];
    const { asked, read } = open(() => ({ items, pages: 2 }));
    expect((await read(1999)).map((part) => part.items)).toEqual([items]);
    expect(asked).toEqual([[0, 1999]]);
  });

  it('cuts a part of two seconds', async () => {
    const { asked, read } = open(() => ({ items: [buildPix()], pages: 2 }));
    expect(await read(2000)).toHaveLength(2);
    expect(asked).toEqual([
      [0, 2000],
      [0, 1000],
      [1000, 2000],
    ]);
  });

  it('makes no part that ends where it begins', async () => {
    const { asked, read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio >= 2000 ? 20 : 1,
    }));
    await read(2500, START + 500);
    expect(asked).toEqual([
      [500, 3000],
      [500, 1000],
      [1000, 2000],
      [2000, 3000],
    ]);
  });

  it('reads a source that does not report its pages in one part', async () => {
    const items = [buildPix(), buildPix(), buildPix()];
    const { asked, read } = open(() => ({ items }));
    expect((await read(60_000)).map((part) => part.items)).toEqual([items]);
    expect(asked).toHaveLength(1);
  });

  it('leaves the rest of a second to the last part', async () => {
    const { asked, read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio === 2700 ? 2 : 1,
    }));
    await read(2700);
    expect(asked).toEqual([
      [0, 2700],
      [0, 1000],
      [1000, 2700],
    ]);
  });
});
