import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator, type AnswerFault } from '../../../devkit/simulator/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../../lib/index.js';

const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };

/** The faults after which the client does not have the outcome of its request. */
const unknownOutcomes: AnswerFault[] = [
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'reset', at: 'body' },
  { kind: 'hang', when: 'before' },
  { kind: 'hang', when: 'after' },
  { kind: 'truncate' },
  { kind: 'wrong-json' },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'status', status: 500, when: 'before' },
  { kind: 'status', status: 502, when: 'after' },
  { kind: 'status', status: 504, when: 'after' },
];

describe('PixClient with faults of the provider', () => {
  let simulator: PixSimulator;
  let client: PixClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start();
    client = await createPixClient({
      ...simulator.moduleOptions,
      timeout: [5, 0.3],
      retry: { attempts: 4, baseDelay: 0.001 },
    });
  });
  afterEach(() => simulator.control.reset());
  afterAll(async () => {
    await client.close();
    await simulator.close();
  });

  const charges = async () => {
    simulator.control.faults.clear();
    const period = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' };
    return (await client.cob.list(period)).cobs;
  };

  it.each(unknownOutcomes)(
    '%j: PUT /cob/{txid} creates one charge and returns it',
    async (fault) => {
      simulator.control.faults.add({ on: 'PUT /cob/{txid}', ...fault });
      const txid = generateTxid();
      await expect(client.cob.createWithTxid(txid, COB)).resolves.toMatchObject({
        txid,
        revisao: 0,
      });
      expect(await charges()).toHaveLength(1);
    },
  );

  it.each(unknownOutcomes)(
    '%j: POST /cob is not repeated, and reports an unknown outcome',
    async (fault) => {
      expect(await charges()).toEqual([]);
      simulator.control.faults.add({ on: 'POST /cob', count: 'always', ...fault });
      await expect(client.cob.create(COB)).rejects.toMatchObject({ resultUnknown: true });
      expect(simulator.control.stats.requestsByOperation['POST /cob']).toBe(1);
      expect((await charges()).length).toBeLessThanOrEqual(1);
    },
  );

  it.each(unknownOutcomes)('%j: a refund is created once', async (fault) => {
    const { txid } = await client.cob.createWithTxid(generateTxid(), COB);
    const { endToEndId } = await simulator.control.pay(txid);
    simulator.control.faults.add({ on: 'PUT /pix/{e2eid}/devolucao/{id}', ...fault });
    const refund = await client.recebidos.refund(endToEndId, 'devolucao1', { valor: '10.00' });
    expect(refund).toMatchObject({ id: 'devolucao1', valor: '10.00' });
    expect((await client.recebidos.get(endToEndId)).devolucoes).toHaveLength(1);
  });

  it('creates each of 60 charges once under random faults', async () => {
    const { faults } = simulator.control;
    faults.add({ on: 'cob', kind: 'reset', when: 'after', rate: 0.15, seed: 11 });
    faults.add({ on: 'cob', kind: 'status', status: 503, rate: 0.15, seed: 12 });
    faults.add({ on: 'cob', kind: 'html', rate: 0.1, seed: 13 });
    faults.add({ on: 'cob', kind: 'revoke-tokens', rate: 0.05, seed: 14 });
    faults.add({ on: 'cob', kind: 'latency', ms: [0, 5], rate: 0.5, seed: 15 });
    const txids = Array.from({ length: 60 }, () => generateTxid());
    const known = new Set<string>();
    for (const txid of txids) {
      // The application repeats until the outcome is known.
      while (!known.has(txid)) {
        await client.cob.createWithTxid(txid, COB).then(
          () => known.add(txid),
          () => undefined,
        );
      }
    }
    expect(faults.list().every(({ struck }) => struck > 0)).toBe(true);
    const found = await charges();
    expect(found.map(({ txid }) => txid).sort()).toEqual([...txids].sort());
    expect(found.every(({ revisao }) => revisao === 0)).toBe(true);
  });
});
