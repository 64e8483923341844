import type { SimulatorControl } from '../../devkit/simulator/index.js';
import { generateTxid, type PixClient, type PixPayloadService } from '../../lib/index.js';
import { CHAVE, COB, COBV, cobr, CPF, REC, solicrec } from '../conformance/tour/bodies.js';

/** What the calls act on. */
export interface Bank {
  readonly client: PixClient;
  /** Absent at a mock of the API, which cannot sign. */
  readonly payload: PixPayloadService | undefined;
  /** The payers of a simulated bank. A mock has none. */
  readonly control: SimulatorControl | undefined;

  /** Identifiers that earlier calls returned. */
  readonly ids: Map<Id, string>;
}

type Id =
  | 'cob'
  | 'cobv'
  | 'loc'
  | 'e2e'
  | 'rec'
  | 'solicrec'
  | 'cobr'
  | 'other cobr'
  | 'locrec'
  | `at ${string}`;

const PERIOD = { inicio: '1999-01-01T00:00:00Z', fim: '2199-01-01T00:00:00Z' };
const PAGE = { ...PERIOD, paginaAtual: 0, itensPorPagina: 10 };
const OF_PAYER = { ...PAGE, cpf: CPF };
const WEBHOOK = 'https://loja.example.com/pix';
const LOTE = '17';
const REFUND = 'D1';

/** The instant of the simulated bank at the first call. */
export const START = '2024-05-01T10:00:00-03:00';
const DUE = '2024-05-10';
const AFTER_DUE = '2024-05-13T12:00:00-03:00';
const RETRY = '2024-05-15';

/** Keeps an identifier, and returns the record. */
function keep<T>({ ids }: Bank, id: Id, value: unknown, record: T): T {
  ids.set(id, String(value));
  return record;
}

function read({ ids }: Bank, id: Id): string {
  const value = ids.get(id);
  if (value === undefined) throw new Error(`No call has returned the ${id}.`);
  return value;
}

/** One call of each operation by its id, in an order in which each finds what it needs. */
export const calls: Readonly<Record<string, (bank: Bank) => Promise<unknown>>> = {
  'webhook.register': ({ client }) => client.webhook.register(CHAVE, { webhookUrl: WEBHOOK }),
  'webhook.get': ({ client }) => client.webhook.get(CHAVE),
  'webhook.list': ({ client }) => client.webhook.list(PAGE),
  'webhookrec.register': ({ client }) => client.webhookRec.register({ webhookUrl: WEBHOOK }),
  'webhookrec.get': ({ client }) => client.webhookRec.get(),
  'webhookcobr.register': ({ client }) => client.webhookCobR.register({ webhookUrl: WEBHOOK }),
  'webhookcobr.get': ({ client }) => client.webhookCobR.get(),

  'loc.create': async (bank) => {
    const loc = await bank.client.loc.create({ tipoCob: 'cob' });
    return keep(bank, 'loc', loc.id, loc);
  },
  'loc.get': (bank) => bank.client.loc.get(Number(read(bank, 'loc'))),
  'loc.list': ({ client }) => client.loc.list({ ...PAGE, tipoCob: 'cob' }),
  'cob.create': async (bank) => {
    const cob = await bank.client.cob.create({ ...COB, loc: { id: Number(read(bank, 'loc')) } });
    return keep(bank, 'at cob', cob.location, cob);
  },
  'payload.getCob': ({ payload, ids }) => payload!.fetch(ids.get('at cob')!),
  'loc.unlinkTxid': (bank) => bank.client.loc.unlinkTxid(Number(read(bank, 'loc'))),
  'cob.createWithTxid': async (bank) => {
    const cob = await bank.client.cob.createWithTxid(generateTxid(), COB);
    return keep(bank, 'cob', cob.txid, cob);
  },
  'cob.revise': (bank) =>
    bank.client.cob.revise(read(bank, 'cob'), { valor: { original: '38.00' } }),
  'cob.get': async (bank) => {
    await bank.control?.pay(read(bank, 'cob'));
    return bank.client.cob.get(read(bank, 'cob'));
  },
  'cob.list': ({ client }) => client.cob.list({ ...OF_PAYER, status: 'CONCLUIDA' }),

  'pix.list': async (bank) => {
    const list = await bank.client.recebidos.list({ ...PAGE, txIdPresente: true });
    return keep(bank, 'e2e', list.pix[0]?.endToEndId, list);
  },
  'pix.get': (bank) => bank.client.recebidos.get(read(bank, 'e2e')),
  'pix.refund': (bank) =>
    bank.client.recebidos.refund(read(bank, 'e2e'), REFUND, { valor: '1.00' }),
  'pix.getRefund': (bank) => bank.client.recebidos.getRefund(read(bank, 'e2e'), REFUND),

  'cobv.createWithTxid': async (bank) => {
    const cobv = await bank.client.cobV.createWithTxid(generateTxid(), COBV);
    bank.ids.set('at cobv', String(cobv.loc?.location));
    return keep(bank, 'cobv', cobv.txid, cobv);
  },
  'cobv.revise': (bank) =>
    bank.client.cobV.revise(read(bank, 'cobv'), { solicitacaoPagador: 'Outra' }),
  'cobv.get': (bank) => bank.client.cobV.get(read(bank, 'cobv'), { revisao: 0 }),
  'cobv.list': ({ client }) => client.cobV.list(OF_PAYER),
  'payload.getCobV': ({ payload, ids }) =>
    payload!.fetch(ids.get('at cobv')!, { codMun: '2611606', DPP: DUE }),
  'lotecobv.create': ({ client }) =>
    client.loteCobV.create(LOTE, {
      descricao: 'Maio',
      cobsv: [{ ...COBV, txid: generateTxid() }],
    }),
  'lotecobv.get': async (bank) => {
    bank.control?.clock.advance(2);
    const lote = await bank.client.loteCobV.get(LOTE);
    return keep(bank, 'cobv', lote.cobsv[0]?.txid, lote);
  },
  'lotecobv.revise': (bank) =>
    bank.client.loteCobV.revise(LOTE, {
      cobsv: [{ txid: read(bank, 'cobv'), solicitacaoPagador: 'Outra' }],
    }),
  'lotecobv.list': ({ client }) => client.loteCobV.list(PAGE),

  'locrec.create': async (bank) => {
    const loc = await bank.client.locRec.create();
    return keep(bank, 'locrec', loc.id, loc);
  },
  'locrec.get': (bank) => bank.client.locRec.get(Number(read(bank, 'locrec'))),
  'locrec.list': ({ client }) => client.locRec.list(PAGE),
  'rec.create': async (bank) => {
    const rec = await bank.client.rec.create({
      ...REC,
      politicaRetentativa: 'PERMITE_3R_7D',
      loc: Number(read(bank, 'locrec')),
    });
    bank.ids.set('at rec', String(rec.loc?.location));
    return keep(bank, 'rec', rec.idRec, rec);
  },
  'payload.getRec': ({ payload, ids }) => payload!.fetch(ids.get('at rec')!),
  'rec.get': (bank) => bank.client.rec.get(read(bank, 'rec')),
  'rec.list': ({ client }) => client.rec.list({ ...OF_PAYER, status: 'CRIADA' }),
  'locrec.unlinkIdRec': (bank) => bank.client.locRec.unlinkIdRec(Number(read(bank, 'locrec'))),
  'rec.revise': (bank) =>
    bank.client.rec.revise(read(bank, 'rec'), { loc: Number(read(bank, 'locrec')) }),
  'solicrec.create': async (bank) => {
    const solicitacao = await bank.client.solicRec.create(solicrec(read(bank, 'rec')));
    return keep(bank, 'solicrec', solicitacao.idSolicRec, solicitacao);
  },
  'solicrec.get': (bank) => bank.client.solicRec.get(read(bank, 'solicrec')),
  'solicrec.revise': (bank) =>
    bank.client.solicRec.revise(read(bank, 'solicrec'), { status: 'CANCELADA' }),

  'cobr.create': async (bank) => {
    await bank.control?.approve(read(bank, 'rec'));
    await bank.control?.setFunds(read(bank, 'rec'), false);
    const created = await bank.client.cobR.create(cobr(read(bank, 'rec'), DUE));
    return keep(bank, 'cobr', created.txid, created);
  },
  'cobr.get': (bank) => bank.client.cobR.get(read(bank, 'cobr')),
  'cobr.list': ({ client }) => client.cobR.list({ ...OF_PAYER, convenio: 'Master' }),
  'cobr.createWithTxid': async (bank) => {
    const rec = await bank.client.rec.create(REC);
    await bank.control?.approve(rec.idRec);
    const created = await bank.client.cobR.createWithTxid(generateTxid(), cobr(rec.idRec, DUE));
    return keep(bank, 'other cobr', created.txid, created);
  },
  'cobr.revise': (bank) =>
    bank.client.cobR.revise(read(bank, 'other cobr'), { status: 'CANCELADA' }),
  'cobr.retry': async (bank) => {
    bank.control?.clock.set(AFTER_DUE);
    return bank.client.cobR.retry(read(bank, 'cobr'), RETRY);
  },

  'webhook.delete': ({ client }) => client.webhook.delete(CHAVE),
  'webhookrec.delete': ({ client }) => client.webhookRec.delete(),
  'webhookcobr.delete': ({ client }) => client.webhookCobR.delete(),
};
