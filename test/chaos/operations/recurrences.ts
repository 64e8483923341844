import { setTimeout as wait } from 'node:timers/promises';
import { generateTxid } from '../../../lib/index.js';
import { addDays, nextBusinessDay } from '../../../lib/internal.js';
import type { Json } from '../../simulator/support/bare-client.js';
import { fromToday, inFiveDays, REC } from '../../simulator/support/bodies.js';
import type { Bank } from '../bank/bank.js';
import { countCreated, newMark, writeOperation } from './operation.js';

interface Recurrence {
  readonly idRec: string;
}

interface Marked {
  readonly mark: string;
}

interface RecurringCharge extends Recurrence, Marked {
  readonly txid: string;
}

interface Retry extends RecurringCharge {
  readonly data: string;
}

interface Confirmation extends Recurrence {
  readonly idSolicRec: string;
}

/** The amount of every recurrence and of its charges. */
const VALOR = REC.valor.valorRec;

/** Milliseconds between two looks at a charge, and their number. */
const WAIT = 50;
const MOST_WAITS = 200;

const recBody = (mark: string) => ({ ...REC, vinculo: { ...REC.vinculo, objeto: mark } }) as Json;

const cobrBody = ({ idRec, mark }: Omit<RecurringCharge, 'txid'>) => ({
  idRec,
  infoAdicional: mark,
  calendario: { dataDeVencimento: inFiveDays() },
  valor: { original: VALOR },
  ajusteDiaUtil: true,
  recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' as const },
});

const solicBody = (idRec: string) => ({
  idRec,
  calendario: { dataExpiracaoSolicitacao: '2098-03-01T12:00:00-03:00' },
  destinatario: {
    agencia: '2569',
    conta: '550689',
    cpf: '15231470190',
    ispbParticipante: '91193552',
  },
});

async function newRec(bank: Bank): Promise<Recurrence> {
  const { idRec } = await bank.call('POST', '/rec', recBody('preparada'));
  return { idRec: String(idRec) };
}

/** Prepares a charge of a recurrence that the payer has approved. */
async function newCobr(
  bank: Bank,
  politicaRetentativa = REC.politicaRetentativa,
): Promise<RecurringCharge> {
  const body = { ...recBody('preparada'), calendario: fromToday(), politicaRetentativa };
  const idRec = String((await bank.call('POST', '/rec', body)).idRec);
  await bank.control('POST', `/recs/${idRec}/approve`);
  return { idRec, txid: generateTxid(), mark: newMark() };
}

/** Creates a charge whose first attempt was rejected. */
async function newFailedCobr(bank: Bank): Promise<Retry> {
  const target = await newCobr(bank, 'PERMITE_3R_7D');
  const body = cobrBody(target);
  await bank.call('PUT', `/cobr/${target.txid}`, body);
  // The bank requests the attempt a moment after the creation.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await bank.control('POST', `/cobrs/${target.txid}/settle`, { status: 'REJEITADA' });
      break;
    } catch (error) {
      if (attempt === MOST_WAITS) throw error;
      await wait(WAIT);
    }
  }
  const first = nextBusinessDay(body.calendario.dataDeVencimento);
  return { ...target, data: nextBusinessDay(addDays(first, 1)) };
}

const ofRec = {
  on: 'PATCH /rec/{idRec}',
  readBy: 'GET /rec/{idRec}',
  share: 0.1,
  settles: true,
  params: ({ idRec }: Recurrence) => ({ idRec }),
  prepare: newRec,
  getIdentifier: ({ idRec }: Json) => String(idRec),
  names: (_: unknown, { idRec }: Recurrence, answer: string) => answer === idRec,
};

const ofCobr = {
  readBy: 'GET /cobr/{txid}',
  share: 0.1,
  settles: true,
  params: ({ txid }: RecurringCharge) => ({ txid }),
  getIdentifier: ({ txid }: Json) => String(txid),
  names: (_: unknown, { txid }: RecurringCharge, answer: string) => answer === txid,
};

/** Returns the requests to confirm a recurrence. */
const getRequests = (rec: Json): { idSolicRec: string; status: string }[] => rec?.solicitacao ?? [];

export const recurrenceOperations = [
  writeOperation<Marked>({
    name: 'POST /rec',
    on: 'POST /rec',
    share: 0.2,
    settles: false,
    prepare: () => ({ mark: newMark() }),
    call: (client, { mark }, options) => client.rec.create(recBody(mark), options),
    getIdentifier: ({ idRec }) => String(idRec),
    effects: ({ marked }, { mark }) => {
      const recs = marked.get(mark) ?? [];
      return recs.every(({ valor }) => valor.valorRec === VALOR) ? recs.length : 0;
    },
    names: ({ marked }, { mark }, answer) =>
      marked.get(mark)?.some(({ idRec }) => idRec === answer) ?? false,
  }),
  writeOperation<Recurrence>({
    name: 'PATCH /rec/{idRec}',
    ...ofRec,
    call: (client, { idRec }, options) =>
      client.rec.revise(idRec, { calendario: { dataInicial: '2098-05-01' } }, options),
    effects: ({ rec }, { idRec }) =>
      rec.get(idRec)?.calendario.dataInicial === '2098-05-01' ? 1 : 0,
  }),
  writeOperation<Recurrence>({
    name: 'PATCH /rec/{idRec}, cancel',
    ...ofRec,
    call: (client, { idRec }, options) => client.rec.cancel(idRec, options),
    effects: ({ rec }, { idRec }) => (rec.get(idRec)?.status === 'CANCELADA' ? 1 : 0),
  }),
  writeOperation<Recurrence>({
    name: 'POST /solicrec',
    on: 'POST /solicrec',
    share: 0.1,
    settles: false,
    prepare: newRec,
    call: (client, { idRec }, options) => client.solicRec.create(solicBody(idRec), options),
    getIdentifier: ({ idSolicRec }) => String(idSolicRec),
    effects: ({ rec }, { idRec }) => getRequests(rec.get(idRec)).length,
    names: ({ rec }, { idRec }, answer) =>
      getRequests(rec.get(idRec)).some(({ idSolicRec }) => idSolicRec === answer),
  }),
  writeOperation<Confirmation>({
    name: 'PATCH /solicrec/{idSolicRec}, cancel',
    on: 'PATCH /solicrec/{idSolicRec}',
    readBy: 'GET /solicrec/{idSolicRec}',
    share: 0.1,
    settles: true,
    params: ({ idSolicRec }) => ({ idSolicRec }),
    async prepare(bank) {
      const { idRec } = await newRec(bank);
      const { idSolicRec } = await bank.call('POST', '/solicrec', solicBody(idRec));
      return { idRec, idSolicRec: String(idSolicRec) };
    },
    call: (client, { idSolicRec }, options) => client.solicRec.cancel(idSolicRec, options),
    getIdentifier: ({ idSolicRec }) => String(idSolicRec),
    names: (_, { idSolicRec }, answer) => answer === idSolicRec,
    effects: ({ rec }, { idRec }) =>
      getRequests(rec.get(idRec)).filter(({ status }) => status === 'CANCELADA').length,
  }),
  writeOperation<RecurringCharge>({
    name: 'PUT /cobr/{txid}',
    on: 'PUT /cobr/{txid}',
    ...ofCobr,
    prepare: newCobr,
    call: (client, { txid, ...rest }, options) =>
      client.cobR.createWithTxid(txid, cobrBody(rest), options),
    effects: ({ marked }, { mark }) => countCreated(marked.get(mark), VALOR),
  }),
  writeOperation<RecurringCharge>({
    name: 'POST /cobr',
    on: 'POST /cobr',
    share: 0.1,
    settles: false,
    prepare: newCobr,
    call: (client, target, options) => client.cobR.create(cobrBody(target), options),
    getIdentifier: ({ txid }) => String(txid),
    effects: ({ marked }, { mark }) => countCreated(marked.get(mark), VALOR),
    names: ({ marked }, { mark }, answer) =>
      marked.get(mark)?.some(({ txid }) => txid === answer) ?? false,
  }),
  writeOperation<RecurringCharge>({
    name: 'PATCH /cobr/{txid}, cancel',
    on: 'PATCH /cobr/{txid}',
    ...ofCobr,
    async prepare(bank) {
      const target = await newCobr(bank);
      await bank.call('PUT', `/cobr/${target.txid}`, cobrBody(target));
      return target;
    },
    call: (client, { txid }, options) => client.cobR.cancel(txid, options),
    effects: ({ cobr }, { txid }) => (cobr.get(txid)?.status === 'CANCELADA' ? 1 : 0),
  }),
  writeOperation<Retry>({
    name: 'POST /cobr/{txid}/retentativa/{data}',
    on: 'POST /cobr/{txid}/retentativa/{data}',
    ...ofCobr,
    // A retry that is not there may still arrive, and a second one has a second effect.
    settles: false,
    prepare: newFailedCobr,
    call: (client, { txid, data }, options) => client.cobR.retry(txid, data, options),
    effects: ({ cobr }, { txid, data }) => {
      const { valor, tentativas = [] } = cobr.get(txid) ?? {};
      if (valor?.original !== VALOR) return 0;
      return (tentativas as Json[]).filter(
        ({ tipo, dataLiquidacao }) => tipo === 'NTAG' && dataLiquidacao === data,
      ).length;
    },
  }),
];
