import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient } from '../../lib/index.js';
import type { PixClient, PixIterationProgress } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-31T00:00:00Z' };

let provider: ScriptedProvider;
let client: PixClient;

const pageOf = (url: string) =>
  Number(new URL(url, 'https://x').searchParams.get('paginacao.paginaAtual') ?? 0);

/** A list of `total` charges in pages of 2. */
function pages(total: number, paginacao: (page: number) => object | undefined) {
  provider.api = ({ url }) => {
    const page = pageOf(url);
    const cobs = Array.from({ length: total }, (_, index) => ({ txid: `t${index}` })).slice(
      page * 2,
      page * 2 + 2,
    );
    return { body: { parametros: { ...PERIOD, paginacao: paginacao(page) }, cobs } };
  };
}

async function collect(iterable: AsyncIterable<{ txid: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { txid } of iterable) found.push(txid);
  return found;
}

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  client = await createPixClient(provider.options());
});

beforeEach(() => {
  provider.requests.length = 0;
});

afterAll(async () => {
  client.close();
  await provider.close();
});

describe('iterate', () => {
  it('gives all items of all pages and stops on quantidadeDePaginas', async () => {
    pages(5, (page) => ({ paginaAtual: page, quantidadeDePaginas: 3 }));
    await expect(collect(client.cob.iterate(PERIOD))).resolves.toEqual([
      't0',
      't1',
      't2',
      't3',
      't4',
    ]);
    expect(provider.requests.map(({ url }) => pageOf(url))).toEqual([0, 1, 2]);
  });

  it('asks for a page only when its items are wanted', async () => {
    pages(6, (page) => ({ paginaAtual: page, quantidadeDePaginas: 3 }));
    for await (const { txid } of client.cob.iterate(PERIOD)) {
      if (txid === 't1') break;
    }
    expect(provider.requests).toHaveLength(1);
  });

  it('tells its progress after each page', async () => {
    pages(3, (page) => ({ paginaAtual: page, quantidadeDePaginas: 2 }));
    const progress: PixIterationProgress[] = [];
    await collect(client.cob.iterate(PERIOD, { onPage: (page) => progress.push(page) }));
    expect(progress).toEqual([
      { paginaAtual: 0, quantidadeDePaginas: 2, itens: 2 },
      { paginaAtual: 1, quantidadeDePaginas: 2, itens: 3 },
    ]);
  });

  it('gives nothing for an empty list', async () => {
    pages(0, (page) => ({ paginaAtual: page, quantidadeDePaginas: 1 }));
    await expect(collect(client.cob.iterate(PERIOD))).resolves.toEqual([]);
  });

  it('ends after one page when the provider tells nothing of pages', async () => {
    pages(2, () => undefined);
    await expect(collect(client.cob.iterate(PERIOD))).resolves.toEqual(['t0', 't1']);
    expect(provider.requests).toHaveLength(1);
  });

  it.each([
    ['says so', () => ({ paginaAtual: 0, quantidadeDePaginas: 3 })],
    [
      'claims the page it was asked for',
      (page: number) => ({ paginaAtual: page, quantidadeDePaginas: 3 }),
    ],
  ])(
    'a provider that ignores the page and %s is an error, never the same items again',
    async (_, paginacao) => {
      provider.api = ({ url }) => ({
        body: {
          parametros: { ...PERIOD, paginacao: paginacao(pageOf(url)) },
          cobs: [{ txid: 't0' }, { txid: 't1' }],
        },
      });
      await expect(collect(client.cob.iterate(PERIOD))).rejects.toMatchObject({
        name: 'PixRespostaInvalidaError',
      });
      expect(provider.requests).toHaveLength(2);
    },
  );
});
