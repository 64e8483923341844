import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { splitPeriod, type Period } from '../../lib/client/paginate.js';
import { createPixClient, type PixClient, type PixIterationProgress } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-31T00:00:00Z' };

let provider: ScriptedProvider;
let client: PixClient;

const readPage = (url: string) =>
  Number(new URL(url, 'https://x').searchParams.get('paginacao.paginaAtual') ?? 0);

/** Serves a list of `total` charges in pages of 2. */
function servePages(total: number, paginacao: (page: number) => object | undefined) {
  provider.api = ({ url }) => {
    const page = readPage(url);
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
  await client.close();
  await provider.close();
});

describe('splitPeriod', () => {
  const spans = (period: Period, days: number) =>
    [...splitPeriod(period, days * 86_400_000 - 1000)].map(({ inicio, fim }) =>
      [inicio, fim].map((instant) => new Date(instant).toISOString()),
    );

  it('returns a period within the limit unchanged', () => {
    const period = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-05T23:59:59Z', cpf: 'x' };
    expect([...splitPeriod(period, 432_000_000)]).toEqual([period]);
  });

  it('splits a longer period into windows below the limit that share their ends', () => {
    const windows = spans({ inicio: '2026-01-01T00:00:00Z', fim: '2026-01-12T00:00:00Z' }, 5);
    expect(windows).toEqual([
      ['2026-01-01T00:00:00.000Z', '2026-01-05T23:59:59.000Z'],
      ['2026-01-05T23:59:59.000Z', '2026-01-10T23:59:58.000Z'],
      ['2026-01-10T23:59:58.000Z', '2026-01-12T00:00:00.000Z'],
    ]);
  });
});

describe('iterate', () => {
  it('yields the items of all pages and stops after quantidadeDePaginas', async () => {
    servePages(5, (page) => ({ paginaAtual: page, quantidadeDePaginas: 3 }));
    await expect(collect(client.cob.iterate(PERIOD))).resolves.toEqual([
      't0',
      't1',
      't2',
      't3',
      't4',
    ]);
    expect(provider.requests.map(({ url }) => readPage(url))).toEqual([0, 1, 2]);
  });

  it('requests a page only when its items are read', async () => {
    servePages(6, (page) => ({ paginaAtual: page, quantidadeDePaginas: 3 }));
    for await (const { txid } of client.cob.iterate(PERIOD)) {
      if (txid === 't1') break;
    }
    expect(provider.requests).toHaveLength(1);
  });

  it('reports progress after each page', async () => {
    servePages(3, (page) => ({ paginaAtual: page, quantidadeDePaginas: 2 }));
    const progress: PixIterationProgress[] = [];
    await collect(client.cob.iterate(PERIOD, { onPage: (page) => progress.push(page) }));
    expect(progress).toEqual([
      { paginaAtual: 0, quantidadeDePaginas: 2, itens: 2 },
      { paginaAtual: 1, quantidadeDePaginas: 2, itens: 3 },
    ]);
  });

  it('yields nothing for an empty list', async () => {
    servePages(0, (page) => ({ paginaAtual: page, quantidadeDePaginas: 1 }));
    await expect(collect(client.cob.iterate(PERIOD))).resolves.toEqual([]);
  });

  it('refuses a gateway notice instead of a page', async () => {
    provider.api = { body: { message: 'manutenção programada' } };
    await expect(collect(client.cob.iterate(PERIOD))).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      message: expect.stringContaining('no list cobs'),
    });
  });

  it('stops after an empty page when the response has no pagination', async () => {
    servePages(3, () => undefined);
    await expect(collect(client.cob.iterate(PERIOD))).resolves.toEqual(['t0', 't1', 't2']);
    expect(provider.requests).toHaveLength(3);
  });

  it('splits a period longer than maxPeriod when splitPeriods is set', async () => {
    const bank = await createPixClient(
      provider.options({
        provider: {
          name: 'short',
          code: '999',
          production: {
            baseUrl: `${provider.origin}/v2`,
            tokenUrl: `${provider.origin}/oauth/token`,
          },
          scopes: ['cob.read'],
          maxPeriod: { 'GET /cob': 10 },
        },
      }),
    );
    servePages(1, (page) => ({ paginaAtual: page, quantidadeDePaginas: 1 }));
    await collect(bank.cob.iterate(PERIOD));
    expect(provider.requests).toHaveLength(1);
    await collect(bank.cob.iterate(PERIOD, { splitPeriods: true }));
    expect(provider.requests).toHaveLength(5);
    await bank.close();
  });

  it.each([
    ['reports page 0', () => ({ paginaAtual: 0, quantidadeDePaginas: 3 })],
    [
      'reports the requested page',
      (page: number) => ({ paginaAtual: page, quantidadeDePaginas: 3 }),
    ],
  ])(
    'rejects, without duplicates, when the provider ignores the page and %s',
    async (_, paginacao) => {
      provider.api = ({ url }) => ({
        body: {
          parametros: { ...PERIOD, paginacao: paginacao(readPage(url)) },
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
