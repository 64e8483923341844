/** A client in a separate process, so that no other one affects what its calls cost. */
import 'reflect-metadata';
import { once } from 'node:events';
import { charge, CONCURRENT } from '../transport-load.js';
import { clientVariants, loadFrom, type Account, type Call } from './variants.js';

/** The first message to the process. */
export interface ClientOrder {
  /** Index in {@link clientVariants}. */
  readonly variant: number;
  readonly account: Account;
  /** Where the SDK is installed. */
  readonly folder: string;
}

/** How long a measurement lasts, in milliseconds. */
const DURATION = 400;
/** How long the client runs before, until its code is compiled. */
const WARM_UP = 1_500;

/** Microseconds of CPU per call, and the number of calls. */
export interface ClientCost {
  readonly cpu: number;
  readonly calls: number;
}

async function measure(call: Call, duration = DURATION): Promise<ClientCost> {
  const end = performance.now() + duration;
  let calls = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const { pixCopiaECola } = await call();
      if (pixCopiaECola !== charge.pixCopiaECola) throw new Error('The response is another one.');
      calls += 1;
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / calls, calls };
}

const [order] = (await once(process, 'message')) as [ClientOrder];
const call = await clientVariants[order.variant]!.open(order.account, loadFrom(order.folder));
await call(); // requests the token
await measure(call, WARM_UP);
process.on('message', () => {
  void measure(call).then((cost) => process.send?.(cost));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
