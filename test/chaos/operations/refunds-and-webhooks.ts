import { generateTxid, type PixClient } from '../../../lib/index.js';
import type { Bank } from '../bank/bank.js';
import { newMark, writeOperation, type WriteOperation } from './operation.js';

interface Refund {
  readonly e2eid: string;
  readonly id: string;
  readonly valor: string;
}

interface Registration {
  readonly chave: string;
  readonly webhookUrl: string;
}

type SingleKind = 'rec' | 'cobr';

type SingleRegistration = Pick<Registration, 'webhookUrl'>;

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

/** Finds the address of a webhook that the account has only once. */
async function findSingle(bank: Bank, wanted: SingleKind): Promise<string | undefined> {
  const { webhooks } = (await bank.control('GET', '/webhooks')) as {
    webhooks: { kind: string; url: string }[];
  };
  return webhooks.find(({ kind }) => kind === wanted)?.url;
}

/** The registration and the deletion of the webhook of recurrences or of recurring charges. */
function singleWebhookOperations(kind: SingleKind): WriteOperation[] {
  const path = `/webhook${kind}`;
  const single = {
    readBy: `GET ${path}`,
    alone: path,
    settles: true,
    share: 0.01,
    effects: () => 0,
  };
  const ofKind = (client: PixClient) => (kind === 'rec' ? client.webhookRec : client.webhookCobR);
  return [
    writeOperation<SingleRegistration>({
      name: `PUT ${path}`,
      on: `PUT ${path}`,
      ...single,
      prepare: () => ({ webhookUrl: newRegistration().webhookUrl }),
      call: (client, body, options) => ofKind(client).register(body, options),
      observe: async (bank, { webhookUrl }) =>
        (await findSingle(bank, kind)) === webhookUrl ? 1 : 0,
    }),
    writeOperation<SingleRegistration>({
      name: `DELETE ${path}`,
      on: `DELETE ${path}`,
      ...single,
      async prepare(bank) {
        const { webhookUrl } = newRegistration();
        await bank.control('PUT', `/webhooks/${kind}`, { url: webhookUrl });
        return { webhookUrl };
      },
      call: (client, _, options) => ofKind(client).delete(options),
      observe: async (bank) => ((await findSingle(bank, kind)) === undefined ? 1 : 0),
    }),
  ];
}

export const refundAndWebhookOperations = [
  ...singleWebhookOperations('rec'),
  ...singleWebhookOperations('cobr'),
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
      return refunds.every((refund) => refund.valor === valor) ? refunds.length : 0;
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
