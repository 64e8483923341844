import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { createPixClient, type PixModuleOptions } from '../../lib/index.js';
import { Bank } from '../chaos/bank/bank.js';
import { makeReport } from '../chaos/client/report.js';
import { writeOperations } from '../chaos/operations/index.js';
import { TestAuthority } from '../support/certificates.js';

/** Nothing listens at this address. */
const UNREACHABLE = 'https://127.0.0.1:1/pix/v2';

describe('a call that never reaches the bank', () => {
  let simulator: PixSimulator;
  let bank: Bank;

  beforeAll(async () => {
    simulator = await PixSimulator.start();
    bank = new Bank(simulator);
  });
  afterAll(async () => {
    bank.close();
    await simulator.close();
  });

  async function collectOutcomes(
    options: Partial<PixModuleOptions>,
  ): Promise<Record<string, string>> {
    const retry = { baseDelay: 0.001, maxDelay: 0.005, budget: false } as const;
    const client = await createPixClient({ ...simulator.moduleOptions, retry, ...options });
    const reports = await Promise.all(
      writeOperations.map(async (operation) =>
        makeReport(operation, client, await operation.prepare(bank)),
      ),
    );
    await client.close();
    return Object.fromEntries(reports.map(({ operation, outcome }) => [operation, outcome]));
  }

  const failed = Object.fromEntries(writeOperations.map(({ name }) => [name, 'failed']));

  it('fails definitely when nothing listens at its address', async () => {
    expect(await collectOutcomes({ baseUrl: UNREACHABLE })).toEqual(failed);
  });

  it('fails definitely when nothing listens at the address of the token endpoint', async () => {
    expect(await collectOutcomes({ tokenUrl: UNREACHABLE })).toEqual(failed);
  });

  it('fails definitely when the bank’s certificate is of an unknown authority', async () => {
    const { cert } = await TestAuthority.create('Another CA');
    expect(await collectOutcomes({ ca: cert })).toEqual(failed);
  });

  it('fails definitely when the bank refuses the client’s certificate', async () => {
    const unrelated = await (await TestAuthority.create('Another CA')).issueClient();
    expect(await collectOutcomes({ certificate: unrelated })).toEqual(failed);
  });
});
