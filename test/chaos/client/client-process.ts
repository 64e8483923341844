/** One of several application processes: prepares its calls, makes them on command, and reports. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createPixClient, type PixModuleOptions } from '../../../lib/index.js';
import { createRandom, shuffle } from '../../services/support/deliveries.js';
import type { Json, SimulatorAddress } from '../../simulator/support/bare-client.js';
import { Bank } from '../bank/bank.js';
import { writeOperations, type WriteOperation } from '../operations/index.js';
import { LATEST } from './fault-mix.js';
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

/** Deadline in seconds of a call whose outcome no read settles. It would wait for the whole time in vain. */
const NEVER_SETTLED = 30;

/** Milliseconds between two lines about the progress. */
const PROGRESS = 60_000;

const [order] = (await once(process, 'message')) as [ClientOrder];
process.on('disconnect', () => process.exit());

const calls = await prepareCalls(order);
process.send?.('prepareCalls');
await once(process, 'message');

const client = await createPixClient({ ...order.bank.moduleOptions, ...order.options });
const reports: Report[] = [];
setInterval(() => {
  console.error(`process ${process.pid}: ${reports.length} calls ended, ${calls.length} to start`);
}, PROGRESS).unref();
await Promise.all([...Array.from({ length: order.concurrency }, work), ...workAlone(order)]);
process.send?.(reports);

async function work(): Promise<void> {
  for (let call = calls.pop(); call !== undefined; call = calls.pop()) {
    const { operation, target } = call;
    const options = operation.settles ? undefined : { deadline: NEVER_SETTLED };
    reports.push(await makeReport(operation, client, target, options));
  }
}

/** Makes the calls on each record that exists only once, one at a time, and reads the effect of each. */
function workAlone({ bank, calls, seed }: ClientOrder): Promise<void>[] {
  const single = writeOperations.filter(({ alone }) => alone !== undefined);
  return [...new Set(single.map(({ alone }) => alone))].map(async (name) => {
    const observer = new Bank(bank);
    const list = single
      .filter(({ alone }) => alone === name)
      .flatMap((operation) => Array<WriteOperation>(calls[operation.name] ?? 0).fill(operation));
    for (const operation of shuffle(list, createRandom(seed))) {
      const target = await operation.prepare(observer);
      const report = await makeReport(operation, client, target);
      // A request in flight takes effect before the next call.
      await wait(LATEST);
      const effects = (await operation.observe?.(observer, target)) ?? 0;
      reports.push({ ...report, effects });
    }
    observer.close();
  });
}

/** Returns every call with its target, in random order. */
async function prepareCalls({ bank, calls, seed }: ClientOrder) {
  const preparing = new Bank(bank);
  const list: { operation: WriteOperation; target: Json }[] = [];
  for (const operation of writeOperations.filter(({ alone }) => alone === undefined)) {
    for (let call = 0; call < (calls[operation.name] ?? 0); call += 1) {
      list.push({ operation, target: await operation.prepare(preparing) });
    }
  }
  preparing.close();
  return shuffle(list, createRandom(seed));
}
