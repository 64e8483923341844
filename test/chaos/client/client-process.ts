/** One of several application processes: prepares its calls, makes them on command, and reports. */
import { once } from 'node:events';
import { createPixClient, type PixModuleOptions } from '../../../lib/index.js';
import { createRandom, shuffle } from '../../services/support/deliveries.js';
import type { Json, SimulatorAddress } from '../../simulator/support/bare-client.js';
import { Bank } from '../bank/bank.js';
import { writeOperations, type WriteOperation } from '../operations/index.js';
import { makeReport, type Report } from './report.js';

export interface ClientOrder {
  readonly bank: SimulatorAddress;
  /** Number of calls of each operation. */
  readonly calls: Readonly<Record<string, number>>;
  readonly concurrency: number;
  readonly seed: number;
  /** Overrides the options that connect to the bank. */
  readonly options: Partial<PixModuleOptions>;
}

const [order] = (await once(process, 'message')) as [ClientOrder];
process.on('disconnect', () => process.exit());

const calls = await prepareCalls(order);
process.send?.('prepareCalls');
await once(process, 'message');

const client = await createPixClient({ ...order.bank.moduleOptions, ...order.options });
const reports: Report[] = [];
await Promise.all(Array.from({ length: order.concurrency }, work));
process.send?.(reports);

async function work(): Promise<void> {
  for (let call = calls.pop(); call !== undefined; call = calls.pop()) {
    reports.push(await makeReport(call.operation, client, call.target));
  }
}

/** Returns every call with its target, in random order. */
async function prepareCalls({ bank, calls, seed }: ClientOrder) {
  const preparing = new Bank(bank);
  const list: { operation: WriteOperation; target: Json }[] = [];
  for (const operation of writeOperations) {
    for (let call = 0; call < (calls[operation.name] ?? 0); call += 1) {
      list.push({ operation, target: await operation.prepare(preparing) });
    }
  }
  preparing.close();
  return shuffle(list, createRandom(seed));
}
