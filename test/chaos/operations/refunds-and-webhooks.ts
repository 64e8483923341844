import { generateTxid } from '../../../lib/index.js';
import { newMark, writeOperation } from './operation.js';

interface Refund {
  readonly e2eid: string;
  readonly id: string;
  readonly valor: string;
}

interface Registration {
  readonly chave: string;
  readonly webhookUrl: string;
}

const newRegistration = (): Registration => {
  const mark = newMark();
  return { chave: `${mark}@example.com`, webhookUrl: `https://loja.example.com/${mark}` };
};

const ofKey = {
  readBy: 'GET /webhook/{chave}',
  params: ({ chave }: Registration) => ({ chave }),
  settles: true,
  share: 0.1,
};

export const refundAndWebhookOperations = [
  writeOperation<Refund>({
    name: 'PUT /pix/{e2eid}/devolucao/{id}',
    on: 'PUT /pix/{e2eid}/devolucao/{id}',
    readBy: 'GET /pix/{e2eid}/devolucao/{id}',
    share: 0.2,
    settles: true,
    params: ({ e2eid, id }) => ({ e2eid, id }),
    async prepare(bank) {
      const txid = generateTxid();
      await bank.call('PUT', `/cob/${txid}`, {
        valor: { original: '30.00' },
        chave: 'k@example.com',
      });
      const { endToEndId } = await bank.control('POST', `/charges/${txid}/pay`, {});
      return { e2eid: String(endToEndId), id: newMark(), valor: '10.00' };
    },
    call: (client, { e2eid, id, valor }, options) =>
      client.recebidos.refund(e2eid, id, { valor }, options),
    getIdentifier: ({ id }) => String(id),
    names: (_, { id }, answer) => answer === id,
    effects: (state, { e2eid, valor }) => {
      const refunds = (state.pix.get(e2eid)?.devolucoes ?? []) as Refund[];
      return refunds.filter((refund) => refund.valor === valor).length;
    },
  }),
  writeOperation<Registration>({
    name: 'PUT /webhook/{chave}',
    on: 'PUT /webhook/{chave}',
    ...ofKey,
    prepare: newRegistration,
    call: (client, { chave, webhookUrl }, options) =>
      client.webhook.register(chave, { webhookUrl }, options),
    effects: (state, { chave, webhookUrl }) =>
      state.webhook.get(chave)?.webhookUrl === webhookUrl ? 1 : 0,
  }),
  writeOperation<Registration>({
    name: 'DELETE /webhook/{chave}',
    on: 'DELETE /webhook/{chave}',
    ...ofKey,
    async prepare(bank) {
      const { chave, webhookUrl } = newRegistration();
      await bank.call('PUT', `/webhook/${encodeURIComponent(chave)}`, { webhookUrl });
      return { chave, webhookUrl };
    },
    call: (client, { chave }, options) => client.webhook.delete(chave, options),
    effects: (state, { chave }) => (state.webhook.has(chave) ? 0 : 1),
  }),
];
