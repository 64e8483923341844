import { generateTxid } from '../../../lib/index.js';
import type { BankState } from '../bank/bank-state.js';
import { newMark, writeOperation } from './operation.js';

interface Batch {
  readonly id: string;
  readonly txids: readonly string[];
  readonly descricao: string;
  readonly valor: string;
}

const newBatch = (valor: string): Batch => ({
  id: newMark(),
  txids: [generateTxid(), generateTxid()],
  descricao: 'Mensalidades',
  valor,
});

const buildBody = ({ descricao, txids, valor }: Batch) => ({
  descricao,
  cobsv: txids.map((txid) => ({
    txid,
    calendario: { dataDeVencimento: '2098-12-31' },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: valor },
    chave: 'loja@example.com',
  })),
});

/** Returns the revisions of the batch's charges when batch and charges have the requested content, or -1. */
function countRevisions({ cobv, lotecobv }: BankState, { txids, valor, descricao }: Batch): number {
  const [first] = txids;
  // The bank lists batches by number instead of their text identifier.
  const lote = [...lotecobv.values()].find(({ cobsv }) => cobsv[0].txid === first);
  const charges = txids.map((txid) => cobv.get(txid));
  if (lote?.descricao !== descricao) return -1;
  if (charges.some((charge) => charge?.valor.original !== valor)) return -1;
  return Math.max(...charges.map((charge) => charge!.revisao as number));
}

const common = {
  readBy: 'GET /lotecobv/{id}',
  params: ({ id }: Batch) => ({ id }),
};

export const batchOperations = [
  writeOperation<Batch>({
    name: 'PUT /lotecobv/{id}',
    on: 'PUT /lotecobv/{id}',
    share: 0.1,
    settles: true,
    ...common,
    prepare: () => newBatch('50.00'),
    call: (client, batch, options) => client.loteCobV.create(batch.id, buildBody(batch), options),
    effects: (state, batch) => countRevisions(state, batch) + 1,
  }),
  writeOperation<Batch>({
    name: 'PATCH /lotecobv/{id}',
    on: 'PATCH /lotecobv/{id}',
    share: 0.1,
    // A batch whose charges are not as sent shows neither that a change arrived nor that it did not.
    settles: false,
    ...common,
    async prepare(bank) {
      const batch = newBatch('50.00');
      await bank.call('PUT', `/lotecobv/${batch.id}`, buildBody(batch));
      return { ...batch, descricao: 'Mensalidades com reajuste', valor: '61.00' };
    },
    call: (client, { id, txids, descricao, valor }, options) => {
      const cobsv = txids.map((txid) => ({ txid, valor: { original: valor } }));
      return client.loteCobV.revise(id, { descricao, cobsv }, options);
    },
    effects: (state, batch) => Math.max(countRevisions(state, batch), 0),
  }),
];
