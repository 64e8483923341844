import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator, type FaultRule } from '../../devkit/simulator/index.js';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { readBankState } from '../chaos/bank/bank-state.js';
import { Bank } from '../chaos/bank/bank.js';
import { countOutcomes } from '../chaos/client/outcome-counts.js';
import { makeReport } from '../chaos/client/report.js';
import { writeOperations } from '../chaos/operations/index.js';

const payable = writeOperations.filter(({ name }) =>
  ['PUT /cob/{txid}', 'PATCH /cob/{txid}', 'PUT /cobv/{txid}', 'PATCH /cobv/{txid}'].includes(name),
);
const cells = payable.flatMap((operation) =>
  (
    [
      { kind: 'reset', when: 'after' },
      { kind: 'status', status: 503, when: 'after' },
      { kind: 'html' },
      { kind: 'hang', when: 'after' },
    ] satisfies FaultRule[]
  ).flatMap((fault) =>
    ['at once', 'after a stale read'].map((when) => ({
      title: `${operation.name}, ${JSON.stringify(fault)}, ${when}`,
      operation,
      fault,
      when,
    })),
  ),
);

/** The bank refuses to revise a paid charge: the repeat of a write that took effect ends with a 400. */
describe('a write whose charge is paid before it is repeated', () => {
  let simulator: PixSimulator;
  let bank: Bank;
  let client: PixClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start();
    bank = new Bank(simulator);
    client = await createPixClient({
      ...simulator.moduleOptions,
      timeout: [5, 0.3],
      retry: { attempts: 6, baseDelay: 0.3, maxDelay: 0.3 },
    });
  });
  afterEach(() => simulator.control.faults.clear());
  afterAll(async () => {
    await client.close();
    bank.close();
    await simulator.close();
  });

  /** Pays the charge as soon as it has the amount of the call. */
  async function payWhenReady(family: string, target: { txid: string; valor: string }) {
    const path = `/${family}/${target.txid}`;
    for (;;) {
      const charge = await bank.call('GET', path).catch(() => undefined);
      if (charge?.valor.original === target.valor) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await simulator.control.pay(target.txid);
  }

  it.each(cells)('succeeds: $title', async ({ operation, fault, when }) => {
    const target = await operation.prepare(bank);
    const { faults } = simulator.control;
    faults.add({ on: operation.on, params: { txid: target.txid }, ...fault });
    const call = makeReport(operation, client, target);
    await payWhenReady(operation.on.includes('cobv') ? 'cobv' : 'cob', target);
    if (when === 'after a stale read') {
      // Hides the record from the client, so that it repeats the write.
      const missing: FaultRule = { on: operation.readBy!, kind: 'status', status: 404 };
      faults.add({ ...missing, params: { txid: target.txid } });
    }
    expect((await call).outcome).toBe('ok');
    const counts = countOutcomes(operation, [await call], await readBankState(bank));
    expect(counts).toMatchObject({ atBank: 1, doubled: 0, falseSuccesses: 0 });
  });
});
