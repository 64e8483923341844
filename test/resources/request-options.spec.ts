import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient, type PixIterateOptions } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const ID_REC = `RN${'1'.repeat(27)}`;
const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };

let provider: ScriptedProvider;
let client: PixClient;

/** Returns the query of the last request by name. */
const query = () =>
  Object.fromEntries(new URL(provider.requests.at(-1)?.url ?? '', provider.origin).searchParams);

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

describe('a service', () => {
  it.each<[string, (pix: PixClient) => Promise<unknown>, object]>([
    ['the revision of cob.get', ({ cob }) => cob.get(TXID, { revisao: 2 }), { revisao: '2' }],
    ['the revision of cobV.get', ({ cobV }) => cobV.get(TXID, { revisao: 0 }), { revisao: '0' }],
    ['the charge of rec.get', ({ rec }) => rec.get(ID_REC, { txid: TXID }), { txid: TXID }],
  ])('sends %s', async (_, call, expected) => {
    provider.api = { body: { txid: TXID, idRec: ID_REC } };
    await call(client);
    expect(query()).toEqual(expected);
  });

  it.each<[string, (pix: PixClient) => Promise<unknown[]>]>([
    [
      'cob',
      ({ cob }) =>
        cob.findCandidates({ valor: { original: '1.00' }, chave: 'k@example.com' }, PERIOD),
    ],
    ['cobR', ({ cobR }) => cobR.findCandidates({ idRec: ID_REC } as never, PERIOD)],
    ['loc', ({ loc }) => loc.findCandidates({ tipoCob: 'cob' }, PERIOD)],
    ['locRec', ({ locRec }) => locRec.findCandidates(PERIOD)],
    ['rec', ({ rec }) => rec.findCandidates({ vinculo: { devedor: {} } } as never, PERIOD)],
  ])('sends the period of %s.findCandidates', async (_, find) => {
    provider.api = { body: { parametros: { paginacao: { quantidadeTotalDeItens: 0 } } } };
    await find(client);
    expect(query()).toMatchObject(PERIOD);
  });

  it.each<[string, (pix: PixClient, options: PixIterateOptions) => AsyncIterable<unknown>]>([
    ['cob', ({ cob }, options) => cob.iterate(PERIOD, options)],
    ['cobV', ({ cobV }, options) => cobV.iterate(PERIOD, options)],
    ['loteCobV', ({ loteCobV }, options) => loteCobV.iterate(PERIOD, options)],
    ['loc', ({ loc }, options) => loc.iterate(PERIOD, options)],
    ['recebidos', ({ recebidos }, options) => recebidos.iterate(PERIOD, options)],
    ['webhook', ({ webhook }, options) => webhook.iterate({}, options)],
    ['rec', ({ rec }, options) => rec.iterate(PERIOD, options)],
    ['cobR', ({ cobR }, options) => cobR.iterate(PERIOD, options)],
    ['locRec', ({ locRec }, options) => locRec.iterate(PERIOD, options)],
  ])('sends the options of %s.iterate', async (_, iterate) => {
    const paginacao = { quantidadeDePaginas: 1, quantidadeTotalDeItens: 0 };
    provider.api = { body: { parametros: { paginacao } } };
    const pages: unknown[] = [];
    const options = {
      headers: { 'x-call': '7' },
      onPage: (page: unknown) => void pages.push(page),
    };
    for await (const item of iterate(client, options)) expect(item).toBeUndefined();
    expect(pages).toEqual([{ paginaAtual: 0, quantidadeDePaginas: 1, itens: 0 }]);
    expect(provider.requests.map(({ headers }) => headers['x-call'])).toEqual(['7']);
  });
});
