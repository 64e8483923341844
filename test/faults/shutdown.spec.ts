import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { generateTxid, PixModule } from '../../lib/index.js';
import { PixClient } from '../../lib/resources/index.js';
import { PixSimulator } from '../../lib/simulator/index.js';
import { readBankState } from '../chaos/bank/bank-state.js';
import { Bank } from '../chaos/bank/bank.js';
import { reportOf } from '../chaos/client/report.js';
import { isTrue, tallyOf } from '../chaos/client/tally.js';
import { writeOperations } from '../chaos/operations/index.js';

const WRITES = 100;
const putCob = writeOperations.find(({ name }) => name === 'PUT /cob/{txid}')!;
const postCob = writeOperations.find(({ name }) => name === 'POST /cob')!;

describe('closing the application with 100 writes in flight', () => {
  let simulator: PixSimulator;
  let bank: Bank;
  let app: TestingModule;

  beforeEach(async () => {
    simulator = await PixSimulator.start();
    bank = new Bank(simulator);

    const options = { ...simulator.moduleOptions, timeout: [5, 2] as [number, number] };
    app = await Test.createTestingModule({ imports: [PixModule.forRoot(options)] }).compile();
  });
  afterEach(async () => {
    bank.close();
    await simulator.close();
  });

  /** Starts the writes and closes the application when the bank has all of them. */
  async function reportsOf(operation: typeof putCob) {
    const client = app.get(PixClient);
    const targets = await Promise.all(
      Array.from({ length: WRITES }, () => operation.prepare(bank)),
    );
    const running = targets.map((target) => reportOf(operation, client, target));
    while ((simulator.control.stats.requestsByOperation[operation.on] ?? 0) < WRITES) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await app.close();
    const reports = await Promise.all(running);
    simulator.control.faults.clear();
    return { reports, tally: tallyOf(operation, reports, await readBankState(bank)) };
  }

  it.each([putCob, postCob])('$name: 100 true results', async (operation) => {
    simulator.control.faults.add({ on: 'api', kind: 'latency', ms: 300, count: 'always' });
    const { reports, tally } = await reportsOf(operation);
    expect(reports.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(isTrue(tally)).toBe(true);
  });

  it('settles what is in flight when answers are lost', async () => {
    simulator.control.faults.add({ on: putCob.on, kind: 'latency', ms: 300, count: 'always' });
    simulator.control.faults.add({ on: putCob.on, kind: 'reset', when: 'after', rate: 0.5 });
    const { reports, tally } = await reportsOf(putCob);
    expect(reports.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(isTrue(tally)).toBe(true);
  });

  it('refuses new calls, which report that nothing was sent', async () => {
    const client = app.get(PixClient);
    await app.close();
    const report = await reportOf(putCob, client, { txid: generateTxid(), valor: '1.00' });
    expect(report.outcome).toMatch(/failed|broken/);
    expect((await readBankState(bank)).cob.size).toBe(0);
  });
});
