import { describe, expect, it } from '@jest/globals';
import { buildPix } from '../../devkit/testing.js';
import type { Pix } from '../../lib/contract/index.js';
import { ConfigurationError, PixConexaoException } from '../../lib/errors/index.js';
import type { PixRecebidosSource } from '../../lib/receiver/index.js';
import {
  type PeriodPart,
  PeriodReader,
  readPeriod,
} from '../../lib/receiver/provider/reconciliation.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { RecordedLog } from './support/log.js';

const START = Date.UTC(2026, 8, 9);
const period = (ms: number, from = START) => ({ inicio: new Date(from), fim: new Date(from + ms) });

type List = (inicio: number, fim: number) => { items: Pix[]; pages?: number | undefined };

function open(list: List, runtime = new ManualRuntime(), signal = new AbortController().signal) {
  const requested: [from: number, to: number][] = [];
  const source: PixRecebidosSource = {
    get: () => Promise.reject(new Error('unexpected call')),
    async *iterate(filter, options) {
      const [inicio, fim] = [+new Date(filter.inicio), +new Date(filter.fim)];
      requested.push([inicio - START, fim - START]);
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
  return { requested, log, read, runtime };
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
    const { requested, log, read } = open(failing, runtime);
    const result = read(60_000).catch((error: unknown) => error);
    await runtime.advance(0);
    for (const [index, wait] of waits.entries()) {
      await runtime.advance(wait - 1);
      expect(requested).toHaveLength(index + 1);
      await runtime.advance(1);
      expect(requested).toHaveLength(index + 2);
    }
    expect(await result).toBeInstanceOf(PixConexaoException);
    expect(log.lines).toHaveLength(3);
    expect(runtime.pendingTimers).toBe(0);
  });

  it('does not repeat a read that this library refuses', async () => {
    const refuse = () => {
      throw new ConfigurationError('no client');
    };
    const { requested, read } = open(refuse);
    await expect(read(60_000)).rejects.toBeInstanceOf(ConfigurationError);
    expect(requested).toHaveLength(1);
  });

  it('does not repeat a read while the application shuts down', async () => {
    const ended = new AbortController();
    ended.abort();
    const { requested, read } = open(failing, new ManualRuntime(), ended.signal);
    await expect(read(60_000)).rejects.toBeInstanceOf(PixConexaoException);
    expect(requested).toHaveLength(1);
  });

  it('splits a period into as many parts as it has pages, at whole seconds', async () => {
    const { requested, read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio > 4000 ? 3 : 1,
    }));
    const parts = await read(10_000);
    expect(requested).toEqual([
      [0, 10_000],
      [0, 3000],
      [3000, 6000],
      [6000, 10_000],
    ]);
    expect(parts.map(({ part }) => +part.fim - START)).toEqual([3000, 6000, 10_000]);
    expect(parts.map(({ items }) => items.length)).toEqual([1, 1, 1]);
  });

  it('rounds a fractional number of pages', async () => {
    const { requested, read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio > 4000 ? 1.5 : 1,
    }));
    await read(8000);
    expect(requested).toEqual([
      [0, 8000],
      [0, 4000],
      [4000, 8000],
    ]);
  });

  it('splits a period into at most 100 parts', async () => {
    const day = 86_400_000;
    const { read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio === day ? 100_000 : 1,
    }));
    expect(await read(day)).toHaveLength(100);
  });

  it('does not split a part shorter than two seconds', async () => {
    const items = [buildPix(), buildPix()];
    const { requested, read } = open(() => ({ items, pages: 2 }));
    expect((await read(1999)).map((part) => part.items)).toEqual([items]);
    expect(requested).toEqual([[0, 1999]]);
  });

  it('splits a part of two seconds', async () => {
    const { requested, read } = open(() => ({ items: [buildPix()], pages: 2 }));
    expect(await read(2000)).toHaveLength(2);
    expect(requested).toEqual([
      [0, 2000],
      [0, 1000],
      [1000, 2000],
    ]);
  });

  it('creates no empty part', async () => {
    const { requested, read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio >= 2000 ? 20 : 1,
    }));
    await read(2500, START + 500);
    expect(requested).toEqual([
      [500, 3000],
      [500, 1000],
      [1000, 2000],
      [2000, 3000],
    ]);
  });

  it('reads a source without page numbers in one part', async () => {
    const items = [buildPix(), buildPix(), buildPix()];
    const { requested, read } = open(() => ({ items }));
    expect((await read(60_000)).map((part) => part.items)).toEqual([items]);
    expect(requested).toHaveLength(1);
  });

  it('adds the remaining milliseconds to the last part', async () => {
    const { requested, read } = open((inicio, fim) => ({
      items: [buildPix()],
      pages: fim - inicio === 2700 ? 2 : 1,
    }));
    await read(2700);
    expect(requested).toEqual([
      [0, 2700],
      [0, 1000],
      [1000, 2700],
    ]);
  });
});

describe('readPeriod', () => {
  it('reads dates and texts, also of a single instant', () => {
    const [inicio, fim] = [new Date(START), new Date(START + 1000)];
    expect(readPeriod({ inicio, fim })).toEqual({ inicio, fim });
    const text = inicio.toISOString();
    expect(readPeriod({ inicio: text, fim: text })).toEqual({ inicio, fim: inicio });
  });

  it.each([
    [START + 1, START],
    [Number.NaN, START],
    [START, Number.NaN],
  ])('refuses %d to %d', (inicio, fim) => {
    const read = () => readPeriod({ inicio: new Date(inicio), fim: new Date(fim) });
    expect(read).toThrow('inicio and fim must be instants');
  });
});
