import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-31T00:00:00Z' };

/** Every resource with lists: its path, the field with the items, and its `iterate` method. */
const RESOURCES: readonly [
  path: string,
  list: string,
  iterate: (client: PixClient, itensPorPagina: number) => AsyncIterable<unknown>,
][] = [
  ['cob', 'cobs', ({ cob }, itensPorPagina) => cob.iterate({ ...PERIOD, itensPorPagina })],
  ['cobv', 'cobs', ({ cobV }, itensPorPagina) => cobV.iterate({ ...PERIOD, itensPorPagina })],
  [
    'lotecobv',
    'lotes',
    ({ loteCobV }, itensPorPagina) => loteCobV.iterate({ ...PERIOD, itensPorPagina }),
  ],
  ['loc', 'loc', ({ loc }, itensPorPagina) => loc.iterate({ ...PERIOD, itensPorPagina })],
  [
    'pix',
    'pix',
    ({ recebidos }, itensPorPagina) => recebidos.iterate({ ...PERIOD, itensPorPagina }),
  ],
  ['webhook', 'webhooks', ({ webhook }, itensPorPagina) => webhook.iterate({ itensPorPagina })],
  ['rec', 'recs', ({ rec }, itensPorPagina) => rec.iterate({ ...PERIOD, itensPorPagina })],
  ['cobr', 'cobsr', ({ cobR }, itensPorPagina) => cobR.iterate({ ...PERIOD, itensPorPagina })],
  ['locrec', 'loc', ({ locRec }, itensPorPagina) => locRec.iterate({ ...PERIOD, itensPorPagina })],
];

let provider: ScriptedProvider;
let client: PixClient;

/** Serves the records as a list, in pages of the requested size. */
function serveList(list: string, records: readonly object[]): void {
  provider.api = ({ url }) => {
    const { searchParams } = new URL(url, provider.origin);
    const paginaAtual = Number(searchParams.get('paginacao.paginaAtual'));
    const itensPorPagina = Number(searchParams.get('paginacao.itensPorPagina'));
    const paginacao = {
      paginaAtual,
      itensPorPagina,
      quantidadeDePaginas: Math.ceil(records.length / itensPorPagina),
      quantidadeTotalDeItens: records.length,
    };
    const from = paginaAtual * itensPorPagina;
    const items = records.slice(from, from + itensPorPagina);
    return { body: { parametros: { ...PERIOD, paginacao }, [list]: items } };
  };
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
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

describe.each(RESOURCES)('iterate over /%s', (path, list, iterate) => {
  const records = Array.from({ length: 5 }, (_, index) => ({ nth: index }));

  it.each([
    [1, 5],
    [2, 3],
    [3, 2],
    [5, 1],
    [6, 1],
  ])('yields each item once: %d per page, %d requests', async (itensPorPagina, requests) => {
    serveList(list, records);
    expect(await collect(iterate(client, itensPorPagina))).toEqual(records);
    const paths = provider.requests.map(({ url }) => url.replace(/\?.*/, ''));
    expect(paths).toEqual(Array.from({ length: requests }, () => `/pix/v2/${path}`));
  });

  it('yields nothing for an empty list', async () => {
    serveList(list, []);
    expect(await collect(iterate(client, 2))).toEqual([]);
  });
});

describe('iterate() over a list that items leave while it is read', () => {
  const total = 9;

  /** Serves a list from which `leave` removes items after each page. */
  function serveChanging(leave: (page: number, records: object[]) => void): void {
    const records = Array.from({ length: total }, (_, index): object => ({ txid: `t${index}` }));
    serveList('cobs', records);
    const { api } = provider;
    let page = 0;
    provider.api = (request) => {
      const answer = (api as (each: typeof request) => object)(request);
      leave(page, records);
      page += 1;
      return answer;
    };
  }

  const read = async () => {
    const items = await collect(client.cob.iterate({ ...PERIOD, itensPorPagina: 2 }));
    return (items as { txid: string }[]).map(({ txid }) => Number(txid.slice(1)));
  };

  it.each([
    ['one item', (page: number) => (page === 0 ? 1 : 0)],
    ['several items', (page: number) => (page === 1 ? 4 : 0)],
    ['one item after each page', (page: number) => (page < 4 ? 1 : 0)],
    ['the first items after the last page but one', (page: number) => (page === 3 ? 3 : 0)],
  ])('yields each of the others once, and reads no page for ever: %s', async (_, count) => {
    serveChanging((page, records) => {
      records.splice(0, count(page));
    });
    const left = [0, 1, 2, 3, 4].reduce((sum, page) => sum + count(page), 0);
    const found = await read();
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((each) => each >= left).sort()).toEqual(
      Array.from({ length: total - left }, (__, index) => left + index),
    );
  });

  it('ends although replicas disagree about the total', async () => {
    let isShort = false;
    serveList(
      'cobs',
      Array.from({ length: total }, (_, index) => ({ txid: `t${index}` })),
    );
    const { api } = provider;
    provider.api = (request) => {
      const answer = (api as (each: typeof request) => { body: { parametros: object } })(request);
      isShort = !isShort;
      const paging = Reflect.get(answer.body.parametros, 'paginacao') as Record<string, number>;
      if (isShort) paging.quantidadeTotalDeItens = total - 1;
      return answer;
    };
    expect(await read()).toHaveLength(total);
  });
});
