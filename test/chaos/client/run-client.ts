import { setTimeout as wait } from 'node:timers/promises';
import type { PixModuleOptions } from '../../../lib/index.js';
import type { SimulatorAddress } from '../../simulator/support/bare-client.js';
import { bankReadLag, hostileHabits } from '../../support/hostile-habits.js';
import { readBankState } from '../bank/bank-state.js';
import { Bank } from '../bank/bank.js';
import { writeOperations } from '../operations/index.js';
import { kill, waitForMessage, startProcess } from '../processes.js';
import type { ClientOrder } from './client-process.js';
import { buildFaultMix, LATEST, READ_LIMIT } from './fault-mix.js';
import { countOutcomes, type OutcomeCounts } from './outcome-counts.js';
import type { Report } from './report.js';

export interface ClientRun {
  /** Calls of `PUT /cob/{txid}`; the other operations follow in proportion. */
  readonly creates: number;
  readonly processes: number;
  /** Concurrent calls in each process. */
  readonly concurrency: number;
  /** Share of the requests to which a fault applies. */
  readonly faults: number;
  readonly seed: number;
  /** Part of the name of the operations to run. */
  readonly operation?: string | undefined;
}

/** Time limits that are long enough to settle every outcome that can be settled, also on a machine that is busy. */
const PATIENT: Partial<PixModuleOptions> = {
  timeout: [10, READ_LIMIT],
  retry: { attempts: 12, baseDelay: 0.05, maxDelay: 1, budget: false },
  deadline: 300,
  log: false,
};

/** Calls of an operation that are made one at a time, because each waits for requests in flight. */
const MOST_ALONE = 20;

/** Makes every kind of write from several processes under random faults of the bank, and counts the outcomes. */
export async function runClient(run: ClientRun): Promise<OutcomeCounts[]> {
  const bankProcess = startProcess('client/bank-process.ts');
  const bank = new Bank(await waitForMessage<SimulatorAddress>(bankProcess));
  const clients = Array.from({ length: run.processes }, (_, index) => {
    const child = startProcess('client/client-process.ts');
    child.send(buildOrder(run, bank.address, index));
    return child;
  });
  await Promise.all(clients.map((client) => waitForMessage(client)));
  for (const rule of buildFaultMix(run.faults, run.seed))
    await bank.control('POST', '/faults', rule);
  await bank.control('PUT', '/hostile', { hostile: hostileHabits });
  for (const client of clients) client.send('go');
  const reports = (
    await Promise.all(clients.map((client) => waitForMessage<Report[]>(client)))
  ).flat();
  await bank.control('DELETE', '/faults');
  await bank.control('PUT', '/hostile', { hostile: [] });
  // Requests in flight take effect as well.
  await wait(LATEST);
  const state = await readBankState(bank);
  bank.close();
  await Promise.all([bankProcess, ...clients].map(kill));
  return writeOperations.flatMap((operation) => {
    const own = reports.filter((report) => report.operation === operation.name);
    return own.length > 0 ? [countOutcomes(operation, own, state)] : [];
  });
}

function buildOrder(run: ClientRun, bank: SimulatorAddress, index: number): ClientOrder {
  const { creates, processes, concurrency, seed, operation = '' } = run;
  const chosen = writeOperations.filter(({ name }) => name.includes(operation));
  const calls = chosen.map(({ name, share, alone }) => {
    const total = Math.max(Math.round(creates * share), 1);
    if (alone !== undefined) return [name, index === 0 ? Math.min(total, MOST_ALONE) : 0] as const;
    return [name, Math.floor((total + index) / processes)] as const;
  });
  return {
    bank,
    calls: Object.fromEntries(calls),
    concurrency,
    seed: seed + index,
    options: { ...PATIENT, provider: { ...bank.moduleOptions.provider, readLag: bankReadLag } },
  };
}
