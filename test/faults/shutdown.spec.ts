import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { generateTxid, PixModule } from '../../lib/index.js';
import { PixClient } from '../../lib/resources/index.js';
import { readBankState } from '../chaos/bank/bank-state.js';
import { Bank } from '../chaos/bank/bank.js';
import { isCorrect, countOutcomes } from '../chaos/client/outcome-counts.js';
import { makeReport } from '../chaos/client/report.js';
import { writeOperations } from '../chaos/operations/index.js';

const WRITES = 100;
const putCob = writeOperations.find(({ name }) => name === 'PUT /cob/{txid}')!;
const postCob = writeOperations.find(({ name }) => name === 'POST /cob')!;

describe('closing the application with 100 requests in flight', () => {
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

  /** Starts the writes and closes the application when the bank has received all of them. */
  async function collectReports(operation: typeof putCob) {
    const client = app.get(PixClient);
    const targets = await Promise.all(
      Array.from({ length: WRITES }, () => operation.prepare(bank)),
    );
    const running = targets.map((target) => makeReport(operation, client, target));
    while ((simulator.control.stats.requestsByOperation[operation.on] ?? 0) < WRITES) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await app.close();
    const reports = await Promise.all(running);
    simulator.control.faults.clear();
    return { reports, counts: countOutcomes(operation, reports, await readBankState(bank)) };
  }

  it.each([putCob, postCob])('$name: reports 100 true outcomes', async (operation) => {
    simulator.control.faults.add({ on: 'api', kind: 'latency', ms: 300, count: 'always' });
    const { reports, counts } = await collectReports(operation);
    expect(reports.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(isCorrect(counts)).toBe(true);
  });

  it('settles in-flight requests when responses are lost', async () => {
    simulator.control.faults.add({ on: putCob.on, kind: 'latency', ms: 300, count: 'always' });
    simulator.control.faults.add({ on: putCob.on, kind: 'reset', when: 'after', rate: 0.5 });
    const { reports, counts } = await collectReports(putCob);
    expect(reports.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(isCorrect(counts)).toBe(true);
  });

  it('refuses new calls, and reports that nothing was sent', async () => {
    const client = app.get(PixClient);
    await app.close();
    const report = await makeReport(putCob, client, { txid: generateTxid(), valor: '1.00' });
    expect(report.outcome).toMatch(/failed|broken/);
    expect((await readBankState(bank)).cob.size).toBe(0);
  });
});
