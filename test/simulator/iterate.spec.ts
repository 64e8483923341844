import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PixSimulator } from '../../devkit/simulator/index.js';
import {
  createPixClient,
  generateTxid,
  type CobRSolicitada,
  type PixClient,
  type RecSolicitada,
} from '../../lib/index.js';
import { COBV, fromToday, inFiveDays, REC } from './support/bodies.js';

const CHAVES = ['um@example.com', 'dois@example.com', 'tres@example.com', 'quatro@example.com'];
const [CHAVE = ''] = CHAVES;
const PERIOD = { inicio: '1999-01-01T00:00:00Z', fim: '2199-01-01T00:00:00Z' };
const TOTAL = CHAVES.length;
const CONTA = { agencia: '9708', conta: '012682' };

/** Creates `TOTAL` records one after the other. */
async function createSeveral<T>(make: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let nth = 0; nth < TOTAL; nth += 1) made.push(await make(nth));
  return made;
}

interface Family {
  readonly name: string;
  /** Creates the records. */
  readonly make: (client: PixClient, simulator: PixSimulator) => Promise<readonly unknown[]>;
  readonly iterate: (client: PixClient, itensPorPagina: number) => AsyncIterable<object>;
  /** Returns the identifier of a record. */
  readonly getKey: (record: never) => unknown;
}

const cobv = () => ({
  ...COBV,
  chave: CHAVE,
  calendario: { dataDeVencimento: '2098-04-15' },
  valor: { original: '1.00' },
});

const byTxid = ({ txid }: { readonly txid: string }) => txid;

const families: readonly Family[] = [
  {
    name: 'cob',
    make: async ({ cob }) =>
      createSeveral(async () =>
        byTxid(await cob.create({ valor: { original: '1.00' }, chave: CHAVE })),
      ),
    iterate: ({ cob }, itensPorPagina) => cob.iterate({ ...PERIOD, itensPorPagina }),
    getKey: byTxid,
  },
  {
    name: 'recebidos',
    make: (client, { control }) =>
      createSeveral(async () => {
        const cob = await client.cob.create({ valor: { original: '1.00' }, chave: CHAVE });
        return (await control.pay(cob.txid)).endToEndId;
      }),
    iterate: ({ recebidos }, itensPorPagina) => recebidos.iterate({ ...PERIOD, itensPorPagina }),
    getKey: ({ endToEndId }: { readonly endToEndId: string }) => endToEndId,
  },
  {
    name: 'cobV',
    make: async ({ cobV }) =>
      createSeveral(async () => byTxid(await cobV.createWithTxid(generateTxid(), cobv()))),
    iterate: ({ cobV }, itensPorPagina) => cobV.iterate({ ...PERIOD, itensPorPagina }),
    getKey: byTxid,
  },
  {
    name: 'loteCobV',
    make: ({ loteCobV }) =>
      createSeveral(async (nth) => {
        const cobsv = [{ ...cobv(), txid: generateTxid() }];
        await loteCobV.create(nth + 1, { descricao: `Lote ${nth}`, cobsv });
        return nth + 1;
      }),
    iterate: ({ loteCobV }, itensPorPagina) => loteCobV.iterate({ ...PERIOD, itensPorPagina }),
    getKey: ({ id }: { readonly id: number }) => id,
  },
  {
    name: 'loc',
    make: ({ loc }) => createSeveral(async () => (await loc.create({ tipoCob: 'cob' })).id),
    iterate: ({ loc }, itensPorPagina) =>
      loc.iterate({ ...PERIOD, itensPorPagina, txIdPresente: false }),
    getKey: ({ id }: { readonly id: number }) => id,
  },
  {
    name: 'webhook',
    make: ({ webhook }) =>
      createSeveral(async (nth) => {
        const webhookUrl = `https://example.com/${nth}`;
        await webhook.register(CHAVES[nth]!, { webhookUrl });
        return webhookUrl;
      }),
    iterate: ({ webhook }, itensPorPagina) => webhook.iterate({ itensPorPagina }),
    getKey: ({ webhookUrl }: { readonly webhookUrl: string }) => webhookUrl,
  },
  {
    name: 'rec',
    make: ({ rec }) => createSeveral(async () => (await rec.create(REC as RecSolicitada)).idRec),
    iterate: ({ rec }, itensPorPagina) =>
      rec.iterate({ ...PERIOD, itensPorPagina, status: 'CRIADA' }),
    getKey: ({ idRec }: { readonly idRec: string }) => idRec,
  },
  {
    name: 'cobR',
    make: async ({ rec, cobR }, { control }) => {
      return createSeveral(async () => {
        const { idRec } = await rec.create({
          ...REC,
          calendario: fromToday(),
          valor: undefined,
        } as never);
        await control.approve(idRec);
        const body: CobRSolicitada = {
          idRec,
          calendario: { dataDeVencimento: inFiveDays() },
          valor: { original: '1.00' },
          ajusteDiaUtil: true,
          recebedor: { ...CONTA, tipoConta: 'CORRENTE' },
        };
        return byTxid(await cobR.create(body));
      });
    },
    iterate: ({ cobR }, itensPorPagina) => cobR.iterate({ ...PERIOD, itensPorPagina }),
    getKey: byTxid,
  },
  {
    name: 'locRec',
    make: ({ locRec }) => createSeveral(async () => (await locRec.create()).id),
    iterate: ({ locRec }, itensPorPagina) => locRec.iterate({ ...PERIOD, itensPorPagina }),
    getKey: ({ id }: { readonly id: number }) => id,
  },
];

let simulator: PixSimulator;
let client: PixClient;

beforeAll(async () => {
  simulator = await PixSimulator.start({ chaves: CHAVES, contas: [CONTA] });
  client = await createPixClient(simulator.moduleOptions);
});
afterAll(async () => {
  await client.close();
  await simulator.close();
});

describe('iterate() with the simulator', () => {
  it.each(families)('$name returns every record once for any page size', async (family) => {
    simulator.control.reset();
    const made = await family.make(client, simulator);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: TOTAL + 2 }), async (itensPorPagina) => {
        const found: unknown[] = [];
        for await (const record of family.iterate(client, itensPorPagina)) {
          found.push(family.getKey(record as never));
        }
        expect(found.toSorted()).toEqual(made.toSorted());
      }),
      { numRuns: 8, seed: 1, examples: [[1], [2], [TOTAL]] },
    );
  });
});
