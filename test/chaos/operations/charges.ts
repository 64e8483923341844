import { generateTxid } from '../../../lib/index.js';
import type { Json } from '../../simulator/support/bare-client.js';
import type { Bank } from '../bank/bank.js';
import { countCreated, newMark, writeOperation } from './operation.js';

const CHAVE = 'loja@example.com';
const COBV = {
  calendario: { dataDeVencimento: '2098-12-31', validadeAposVencimento: 10 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  chave: CHAVE,
};
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** The bank pays charges of this amount automatically, one second after their creation. */
export const PAID_AT_ONCE = '77.77';

const cob = (original: string) => ({ valor: { original }, chave: CHAVE });
const cobv = (original: string) => ({ ...COBV, valor: { original } });

interface Charge {
  readonly txid: string;
  readonly valor: string;
}

const newCharge = (valor = '37.00'): Charge => ({ txid: generateTxid(), valor });

/** Creates a charge; returns it with the amount for a revision. */
async function createCharge(bank: Bank, family: 'cob' | 'cobv'): Promise<Charge> {
  const { txid } = newCharge();
  await bank.call('PUT', `/${family}/${txid}`, family === 'cob' ? cob('10.00') : cobv('10.00'));
  return { txid, valor: '21.50' };
}

const ofTxid = {
  params: ({ txid }: Charge) => ({ txid }),
  getIdentifier: ({ txid }: Charge) => txid,
  names: (_: unknown, { txid }: Charge, answer: string) => answer === txid,
};

const immediate = { readBy: 'GET /cob/{txid}', settles: true, ...ofTxid };
const dueDate = { readBy: 'GET /cobv/{txid}', settles: true, ...ofTxid };

/** Number of times a charge was created with the sent content: one, plus one for each revision. Its payment is of the amount. */
const creations = (record: Json, valor: string): number => {
  const { pix = [] } = (record ?? {}) as { pix?: { valor: string }[] };
  const isOfAmount = record?.valor.original === valor && pix.every((paid) => paid.valor === valor);
  return isOfAmount ? (record.revisao as number) + 1 : 0;
};

/** Number of times a charge was revised to the sent content. */
const revisions = (
  record: { revisao: number; valor: { original: string } } | undefined,
  valor: string,
) => (record?.valor.original === valor ? record.revisao : 0);

const removals = (record: { revisao: number; status: string } | undefined) =>
  record?.status === REMOVED ? record.revisao : 0;

export const chargeOperations = [
  writeOperation<Charge>({
    name: 'PUT /cob/{txid}',
    on: 'PUT /cob/{txid}',
    share: 1,
    ...immediate,
    prepare: () => newCharge(),
    call: (client, { txid, valor }, options) =>
      client.cob.createWithTxid(txid, cob(valor), options),
    effects: (state, { txid, valor }) => creations(state.cob.get(txid), valor),
  }),
  writeOperation<Charge>({
    name: 'PUT /cob/{txid}, paid after 1 s',
    on: 'PUT /cob/{txid}',
    share: 0.1,
    ...immediate,
    prepare: () => newCharge(PAID_AT_ONCE),
    call: (client, { txid, valor }, options) =>
      client.cob.createWithTxid(txid, cob(valor), options),
    effects: (state, { txid, valor }) => creations(state.cob.get(txid), valor),
  }),
  writeOperation<{ mark: string }>({
    name: 'POST /cob',
    on: 'POST /cob',
    share: 0.5,
    settles: false,
    prepare: () => ({ mark: newMark() }),
    call: (client, { mark }, options) =>
      client.cob.create({ ...cob('37.00'), solicitacaoPagador: mark }, options),
    getIdentifier: ({ txid }) => String(txid),
    effects: ({ marked }, { mark }) => countCreated(marked.get(mark), '37.00'),
    names: ({ marked }, { mark }, answer) =>
      marked.get(mark)?.some(({ txid }) => txid === answer) ?? false,
  }),
  writeOperation<Charge>({
    name: 'PATCH /cob/{txid}',
    on: 'PATCH /cob/{txid}',
    share: 0.2,
    ...immediate,
    prepare: (bank) => createCharge(bank, 'cob'),
    call: (client, { txid, valor }, options) =>
      client.cob.revise(txid, { valor: { original: valor } }, options),
    effects: (state, { txid, valor }) => revisions(state.cob.get(txid), valor),
  }),
  writeOperation<Charge>({
    name: 'PATCH /cob/{txid}, cancel',
    on: 'PATCH /cob/{txid}',
    share: 0.2,
    ...immediate,
    prepare: (bank) => createCharge(bank, 'cob'),
    call: (client, { txid }, options) => client.cob.cancel(txid, options),
    effects: (state, { txid }) => removals(state.cob.get(txid)),
  }),
  writeOperation<Charge>({
    name: 'PUT /cobv/{txid}',
    on: 'PUT /cobv/{txid}',
    share: 0.5,
    ...dueDate,
    prepare: () => newCharge('123.45'),
    call: (client, { txid, valor }, options) =>
      client.cobV.createWithTxid(txid, cobv(valor), options),
    effects: (state, { txid, valor }) => creations(state.cobv.get(txid), valor),
  }),
  writeOperation<Charge>({
    name: 'PATCH /cobv/{txid}',
    on: 'PATCH /cobv/{txid}',
    share: 0.1,
    ...dueDate,
    prepare: (bank) => createCharge(bank, 'cobv'),
    call: (client, { txid, valor }, options) =>
      client.cobV.revise(txid, { valor: { original: valor } }, options),
    effects: (state, { txid, valor }) => revisions(state.cobv.get(txid), valor),
  }),
  writeOperation<Charge>({
    name: 'PATCH /cobv/{txid}, cancel',
    on: 'PATCH /cobv/{txid}',
    share: 0.1,
    ...dueDate,
    prepare: (bank) => createCharge(bank, 'cobv'),
    call: (client, { txid }, options) => client.cobV.cancel(txid, options),
    effects: (state, { txid }) => removals(state.cobv.get(txid)),
  }),
];
