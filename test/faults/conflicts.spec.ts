import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../lib/index.js';
import { readBankState } from '../chaos/bank/bank-state.js';
import { Bank } from '../chaos/bank/bank.js';
import { fromToday, inFiveDays, REC } from '../simulator/support/bodies.js';

const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };
const COBR = {
  calendario: { dataDeVencimento: inFiveDays() },
  valor: { original: '35.00' },
  ajusteDiaUtil: true,
  recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' as const },
};

/**
 * The first request does not reach the bank, and the read returns a record of another call, which
 * the client has read before.
 */
describe('a write with an identifier that another record has', () => {
  let simulator: PixSimulator;
  let bank: Bank;
  let client: PixClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({ refundDelay: Infinity });
    bank = new Bank(simulator);
    client = await createPixClient({
      ...simulator.moduleOptions,
      timeout: [5, 0.3],
      deadline: 10,
      retry: { attempts: 4, baseDelay: 0.005, maxDelay: 0.01 },
    });
  });
  beforeEach(() => simulator.control.faults.clear());
  afterAll(async () => {
    await client.close();
    bank.close();
    await simulator.close();
  });

  const loseNext = (on: string) => simulator.control.faults.add({ on, kind: 'reset' });

  it('fails for a refund of another amount, which stays unchanged', async () => {
    const txid = generateTxid();
    await bank.call('PUT', `/cob/${txid}`, COB);
    const { endToEndId } = await simulator.control.pay(txid);
    const path = `/pix/${endToEndId}/devolucao/d1`;
    await bank.call('PUT', path, { valor: '5.00' });
    await client.recebidos.getRefund(endToEndId, 'd1');
    loseNext('PUT /pix/{e2eid}/devolucao/{id}');
    const call = client.recebidos.refund(endToEndId, 'd1', { valor: '7.00' });
    await expect(call).rejects.toMatchObject({ name: 'PixConflitoException' });
    await expect(call).rejects.toThrow(/valor/);
    expect((await bank.call('GET', path)).valor).toBe('5.00');
  });

  it('fails for a refund that was not carried out', async () => {
    const txid = generateTxid();
    await bank.call('PUT', `/cob/${txid}`, COB);
    const { endToEndId } = await simulator.control.pay(txid);
    await bank.call('PUT', `/pix/${endToEndId}/devolucao/d1`, { valor: '7.00' });
    await simulator.control.settleRefund(endToEndId, 'd1', 'NAO_REALIZADO');
    loseNext('PUT /pix/{e2eid}/devolucao/{id}');
    const call = client.recebidos.refund(endToEndId, 'd1', { valor: '7.00' });
    await expect(call).rejects.toMatchObject({ name: 'PixConflitoException' });
  });

  it('fails for a recurring charge of another recurrence', async () => {
    const body = { ...REC, calendario: fromToday() };
    const [own, other] = await Promise.all([1, 2].map(() => bank.call('POST', '/rec', body)));
    for (const { idRec } of [own, other]) await simulator.control.approve(String(idRec));
    const txid = generateTxid();
    await bank.call('PUT', `/cobr/${txid}`, { ...COBR, idRec: other.idRec });
    await client.cobR.get(txid);
    loseNext('PUT /cobr/{txid}');
    const call = client.cobR.createWithTxid(txid, { ...COBR, idRec: String(own.idRec) });
    await expect(call).rejects.toMatchObject({ name: 'PixConflitoException' });
    await expect(call).rejects.toThrow(/idRec/);
  });

  it('fails for a removed charge', async () => {
    const txid = generateTxid();
    await bank.call('PUT', `/cob/${txid}`, COB);
    await bank.call('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    loseNext('PUT /cob/{txid}');
    await expect(client.cob.createWithTxid(txid, COB)).rejects.toMatchObject({
      name: expect.stringMatching(/^Pix(Conflito|ErroValidacao)Exception$/),
    });
  });

  it('fails for a paid charge of another amount', async () => {
    const txid = generateTxid();
    await bank.call('PUT', `/cob/${txid}`, { ...COB, valor: { original: '99.00' } });
    await client.cob.get(txid);
    await simulator.control.pay(txid);
    loseNext('PUT /cob/{txid}');
    const call = client.cob.createWithTxid(txid, COB);
    await expect(call).rejects.toMatchObject({ name: 'PixConflitoException' });
    await expect(call).rejects.toThrow(/valor/);
  });

  it('revises an open charge, as the specification allows PUT to do', async () => {
    const txid = generateTxid();
    await bank.call('PUT', `/cob/${txid}`, { ...COB, valor: { original: '99.00' } });
    await client.cob.get(txid);
    loseNext('PUT /cob/{txid}');
    await expect(client.cob.createWithTxid(txid, COB)).resolves.toMatchObject({ txid, ...COB });
    expect((await readBankState(bank)).cob.get(txid)?.valor.original).toBe('37.00');
  });

  it('succeeds for the same record in another notation', async () => {
    const txid = generateTxid();
    await bank.call('PUT', `/cob/${txid}`, COB);
    loseNext('PUT /cob/{txid}');
    simulator.control.faults.add({
      on: 'GET /cob/{txid}',
      kind: 'status',
      status: 200,
      body: {
        txid,
        revisao: 0,
        status: 'ATIVA',
        calendario: { criacao: new Date().toISOString(), expiracao: 86400 },
        valor: { original: 37 },
        chave: 'LOJA@example.com',
      },
    });
    const writes = () => simulator.control.stats.requestsByOperation['PUT /cob/{txid}'] ?? 0;
    const before = writes();
    await expect(client.cob.createWithTxid(txid, COB)).resolves.toMatchObject({ txid });
    expect(writes() - before).toBe(1);
  });
});
