import { describe, expect, it } from '@jest/globals';
import {
  AccountChannel,
  type PixActivity,
  type PixCallActivity,
  type PixTelemetry,
} from '../../lib/observe/index.js';
import { InMemoryClient } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);
const charge = { chave: 'k@example.com', valor: { original: '1.00' } };
const account = { name: 'filial', provider: 'scripted', environment: 'production' };

/** A client, and the activities that its observer saw, in the order of their ends. */
function open(isActive = () => true) {
  const ended: object[] = [];
  const telemetry = {
    isActive,
    observe: async <T>(activity: PixActivity, work: () => Promise<T>) => {
      try {
        return await work();
      } finally {
        const { requestId, differences } = activity as Partial<PixCallActivity>;
        ended.push({ ...activity, requestId, differences });
      }
    },
  } as PixTelemetry;
  const channel = AccountChannel.open(account, [telemetry]);
  return { bank: new InMemoryClient({ channel }), ended };
}

const identified = (id: string) => ({ headers: { 'x-request-id': id } });

const attempt = {
  kind: 'attempt',
  account,
  url: 'https://bank.example/cob/{txid}',
  path: '/cob/{txid}',
};
const write = { ...attempt, operation: 'PUT /cob/{txid}', httpMethod: 'PUT' };
const read = { ...attempt, operation: 'GET /cob/{txid}', httpMethod: 'GET' };

describe('the activities of a call', () => {
  it('are observed only while the observer is active', async () => {
    let isActive = false;
    const { bank, ended } = open(() => isActive);
    bank.script({ status: 200, body: { txid: TXID } }, { status: 200, body: { txid: TXID } });
    await bank.client.cob.get(TXID);
    expect(ended).toEqual([]);
    isActive = true;
    await bank.client.cob.get(TXID);
    expect(ended).toMatchObject([{ kind: 'attempt' }, { kind: 'call', outcome: 'success' }]);
  });

  it('are its requests, the read after an unknown outcome, and the call', async () => {
    const { bank, ended } = open();
    bank.script(
      { status: 503, body: {}, ...identified('id-1') },
      { status: 404, body: { title: 'x', status: 404 }, ...identified('id-2') },
      { status: 201, body: { txid: TXID, status: 'ATIVA', ...charge }, ...identified('id-3') },
    );
    await bank.client.cob.createWithTxid(TXID, charge);
    const { operation } = write;
    expect(ended).toEqual([
      { ...write, number: 1, status: 503, requestId: 'id-1' },
      { ...read, number: 1, status: 404, requestId: 'id-2' },
      { kind: 'read-back', account, operation, verdict: 'send', differences: undefined },
      { ...write, number: 2, status: 201, requestId: 'id-3' },
      {
        kind: 'call',
        account,
        method: 'cob.createWithTxid',
        operation,
        isWrite: true,
        txid: TXID,
        requests: 2,
        status: 201,
        requestId: 'id-3',
        outcome: 'success',
      },
    ]);
  });

  it('have the paths of the texts that the record has otherwise', async () => {
    const { bank, ended } = open();
    bank.script({ status: 201, body: { txid: TXID, status: 'ATIVA', ...charge } });
    await bank.client.cob.createWithTxid(TXID, { ...charge, solicitacaoPagador: 'Pedido 1' });
    expect(ended.at(-1)).toMatchObject({
      outcome: 'success',
      differences: ['solicitacaoPagador'],
    });
  });

  it('have the status and the identifier of a refusal', async () => {
    const { bank, ended } = open();
    bank.script({ status: 400, body: { title: 'x', status: 400 }, ...identified('id-1') });
    await expect(bank.client.cob.get(TXID)).rejects.toMatchObject({ correlationId: 'id-1' });
    expect(ended.at(-1)).toMatchObject({
      isWrite: false,
      requests: 1,
      status: 400,
      requestId: 'id-1',
      outcome: 'failure',
    });
  });

  it('have no txid if the path has none', async () => {
    const { bank, ended } = open();
    const endToEndId = `E${'1'.repeat(31)}`;
    bank.script({ body: { endToEndId, valor: '1.00', horario: '2026-01-01T00:00:00Z' } });
    await bank.client.recebidos.get(endToEndId);
    expect(ended.at(-1)).toMatchObject({ kind: 'call', txid: undefined });
  });
});
