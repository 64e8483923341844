import { setTimeout as wait } from 'node:timers/promises';
import type { PixModuleOptions } from '../../../lib/index.js';
import type { SimulatorAddress } from '../../simulator/support/bare-client.js';
import { readBankState } from '../bank/bank-state.js';
import { Bank } from '../bank/bank.js';
import { writeOperations } from '../operations/index.js';
import { kill, messageOf, startProcess } from '../processes.js';
import type { ClientOrder } from './client-process.js';
import { faultMix, LATEST, READ_LIMIT } from './fault-mix.js';
import type { Report } from './report.js';
import { tallyOf, type Tally } from './tally.js';

export interface ClientRun {
  /** Calls of `PUT /cob/{txid}`; the other operations follow in proportion. */
  readonly creates: number;
  readonly processes: number;
  /** Calls at a time in each process. */
  readonly concurrency: number;
  /** Share of the requests that a fault strikes. */
  readonly faults: number;
  readonly seed: number;
  /** Part of an operation's name; the others are left out. */
  readonly operation?: string | undefined;
}

/** Patient enough to settle whatever can be settled. */
const PATIENT: Partial<PixModuleOptions> = {
  timeout: [10, READ_LIMIT],
  retry: { attempts: 12, baseDelay: 0.05, maxDelay: 1, budget: false },
  deadline: 120,
};

/** Makes every kind of write from several processes while the bank fails at random, and counts what came of it. */
export async function runClient(run: ClientRun): Promise<Tally[]> {
  const bankProcess = startProcess('bank/bank-process.ts');
  const bank = new Bank(await messageOf<SimulatorAddress>(bankProcess));
  const clients = Array.from({ length: run.processes }, (_, index) => {
    const child = startProcess('client/client-process.ts');
    child.send(orderOf(run, bank.address, index));
    return child;
  });
  await Promise.all(clients.map((client) => messageOf(client)));
  for (const rule of faultMix(run.faults, run.seed)) await bank.control('POST', '/faults', rule);
  for (const client of clients) client.send('go');
  const reports = (await Promise.all(clients.map((client) => messageOf<Report[]>(client)))).flat();
  await bank.control('DELETE', '/faults');
  // What is still on its way takes effect as well.
  await wait(LATEST);
  const state = await readBankState(bank);
  bank.close();
  await Promise.all([bankProcess, ...clients].map(kill));
  return writeOperations.flatMap((operation) => {
    const own = reports.filter((report) => report.operation === operation.name);
    return own.length > 0 ? [tallyOf(operation, own, state)] : [];
  });
}

function orderOf(run: ClientRun, bank: SimulatorAddress, index: number): ClientOrder {
  const { creates, processes, concurrency, seed, operation = '' } = run;
  const chosen = writeOperations.filter(({ name }) => name.includes(operation));
  const calls = chosen.map(({ name, share }) => {
    const total = Math.max(Math.round(creates * share), 1);
    return [name, Math.floor((total + index) / processes)] as const;
  });
  return {
    bank,
    calls: Object.fromEntries(calls),
    concurrency,
    seed: seed + index,
    options: PATIENT,
  };
}
