import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { splitPeriod, type Period } from '../../lib/client/periods.js';
import { createPixClient, type PixClient, type PixIterationProgress } from '../../lib/index.js';
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
  await client.close();
  await provider.close();
});

describe('splitPeriod', () => {
  const spans = (period: Period, days: number) =>
    [...splitPeriod(period, days)].map(({ inicio, fim }) =>
      [inicio, fim].map((instant) => new Date(instant).toISOString()),
    );

  it('leaves a period that fits as it is', () => {
    const period = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-05T23:59:59Z', cpf: 'x' };
    expect([...splitPeriod(period, 5)]).toEqual([period]);
  });

  it('cuts a longer one into windows that stay under the limit and share their ends', () => {
    const windows = spans({ inicio: '2026-01-01T00:00:00Z', fim: '2026-01-12T00:00:00Z' }, 5);
    expect(windows).toEqual([
      ['2026-01-01T00:00:00.000Z', '2026-01-05T23:59:59.000Z'],
      ['2026-01-05T23:59:59.000Z', '2026-01-10T23:59:58.000Z'],
      ['2026-01-10T23:59:58.000Z', '2026-01-12T00:00:00.000Z'],
    ]);
  });
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

  it('takes no notice of a gateway for an empty page', async () => {
    provider.api = { body: { message: 'manutenção programada' } };
    await expect(collect(client.cob.iterate(PERIOD))).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      message: expect.stringContaining('neither cobs nor parametros'),
    });
  });

  it('ends after one page when the provider tells nothing of pages', async () => {
    pages(2, () => undefined);
    await expect(collect(client.cob.iterate(PERIOD))).resolves.toEqual(['t0', 't1']);
    expect(provider.requests).toHaveLength(1);
  });

  it('reads a long period in windows where the profile names a limit and splitPeriods is asked for', async () => {
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
    pages(1, (page) => ({ paginaAtual: page, quantidadeDePaginas: 1 }));
    await collect(bank.cob.iterate(PERIOD));
    expect(provider.requests).toHaveLength(1);
    await collect(bank.cob.iterate(PERIOD, { splitPeriods: true }));
    expect(provider.requests).toHaveLength(5);
    await bank.close();
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
