/** One application of several, as a process of its own: prepares its calls, makes them when told, reports. */
import { once } from 'node:events';
import { createPixClient, type PixModuleOptions } from '../../../lib/index.js';
import { randomFrom, shuffle } from '../../services/support/deliveries.js';
import type { Json, SimulatorAddress } from '../../simulator/support/bare-client.js';
import { Bank } from '../bank/bank.js';
import { writeOperations, type WriteOperation } from '../operations/index.js';
import { reportOf, type Report } from './report.js';

export interface ClientOrder {
  readonly bank: SimulatorAddress;
  /** How often each operation is called. */
  readonly calls: Readonly<Record<string, number>>;
  readonly concurrency: number;
  readonly seed: number;
  /** Over the options that lead to the bank. */
  readonly options: Partial<PixModuleOptions>;
}

const [order] = (await once(process, 'message')) as [ClientOrder];
process.on('disconnect', () => process.exit());

const calls = await prepared(order);
process.send?.('prepared');
await once(process, 'message');

const client = await createPixClient({ ...order.bank.moduleOptions, ...order.options });
const reports: Report[] = [];
await Promise.all(Array.from({ length: order.concurrency }, work));
process.send?.(reports);

async function work(): Promise<void> {
  for (let call = calls.pop(); call !== undefined; call = calls.pop()) {
    reports.push(await reportOf(call.operation, client, call.target));
  }
}

/** Every call with its target, in random order. */
async function prepared({ bank, calls, seed }: ClientOrder) {
  const preparing = new Bank(bank);
  const list: { operation: WriteOperation; target: Json }[] = [];
  for (const operation of writeOperations) {
    for (let call = 0; call < (calls[operation.name] ?? 0); call += 1) {
      list.push({ operation, target: await operation.prepare(preparing) });
    }
  }
  preparing.close();
  return shuffle(list, randomFrom(seed));
}
