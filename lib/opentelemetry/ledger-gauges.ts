import type { ObservableResult } from '@opentelemetry/api';
import type { PixLedgerReadings } from '../observe/index.js';
import { systemRuntime } from '../runtime/index.js';
import { type Instruments, pixAttributes } from './metrics.js';

/** The ledgers of the application. */
export type WatchedLedgers = Set<{
  readonly account: string;
  readonly read: () => Promise<PixLedgerReadings>;
}>;

/** How long a reading counts, in milliseconds: the gauges of one collection share it. */
const SHARED_MS = 1000;

/** Registers the gauges of ledgers. A ledger that cannot be read now is left out. */
export function registerLedgers(instruments: Instruments, ledgers: WatchedLedgers): void {
  let readings: Promise<(readonly [account: string, PixLedgerReadings])[]> | undefined;
  let readAt = -Infinity;
  const readAll = () => {
    if (readings && systemRuntime.elapsed() - readAt < SHARED_MS) return readings;
    readAt = systemRuntime.elapsed();
    const found = [...ledgers].map(async ({ account, read }) => {
      const reading = await read().catch(() => undefined);
      return reading ? [[account, reading] as const] : [];
    });
    readings = Promise.all(found).then((each) => each.flat());
    return readings;
  };
  const gauges = {
    ledgerUnsettled: 'unsettled',
    ledgerOldest: 'oldestUnsettled',
    ledgerTasks: 'tasks',
  } as const;
  const observe = (result: ObservableResult, account: string, value: number) =>
    result.observe(value, { [pixAttributes.account]: account });
  for (const [key, name] of Object.entries(gauges)) {
    instruments.watch(key as keyof typeof gauges, async (result) => {
      for (const [account, reading] of await readAll()) observe(result, account, reading[name]);
    });
  }
  instruments.watch('ledgerDifference', async (result) => {
    for (const [, { differences }] of await readAll()) {
      for (const [account, difference] of differences) observe(result, account, difference);
    }
  });
}
