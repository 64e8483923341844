import type { PixAccountLabels, PixAccountReadings, PixLedgerReadings } from '../observe/index.js';
import {
  DEFAULT_RECEIVER,
  type PixEventQueue,
  type ReceiverSettings,
  type WorkerSettings,
} from '../receiver/index.js';
import { systemRuntime } from '../runtime/index.js';
import { pixAttributes, type GaugeKey, type Observe } from './metrics.js';
import { toAccountAttributes } from './spans.js';

export const accountGauges: readonly GaugeKey[] = [
  'certificateDaysLeft',
  'retryBudget',
  'inFlight',
];

/** An account that its client references; collected with a client that nobody uses any more. */
export interface WatchedAccount {
  readonly account: PixAccountLabels;
  readonly readings: WeakRef<PixAccountReadings>;
}

/** The clients of a factory have the same attributes, so their values are combined. */
export function observeAccounts(watched: Set<WatchedAccount>, observe: Observe): void {
  const groups = new Map<string, [PixAccountLabels, PixAccountReadings[]]>();
  for (const each of watched) {
    const readings = each.readings.deref();
    if (!readings) {
      watched.delete(each);
      continue;
    }
    const key = JSON.stringify(each.account);
    const group = groups.get(key);
    if (group) group[1].push(readings);
    else groups.set(key, [each.account, [readings]]);
  }
  for (const [account, readings] of groups.values()) {
    const attributes = toAccountAttributes(account);
    const days = readings.map(({ certificateDaysLeft }) => certificateDaysLeft);
    const repeats = readings.map(({ retryBudgetLeft }) => retryBudgetLeft);
    observe('certificateDaysLeft', findLeast(days), attributes);
    observe('retryBudget', findLeast(repeats), attributes);
    observe(
      'inFlight',
      readings.reduce((sum, { inFlight }) => sum + inFlight, 0),
      attributes,
    );
  }
}

function findLeast(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.min(a, b));
}

export const ledgerGauges: readonly GaugeKey[] = [
  'ledgerUnsettled',
  'ledgerOldest',
  'ledgerTasks',
  'ledgerDifference',
];

export interface WatchedLedger {
  readonly account: string;
  readonly read: () => Promise<PixLedgerReadings>;
}

/** A ledger that cannot be read now is left out. */
export async function observeLedgers(
  ledgers: Iterable<WatchedLedger>,
  observe: Observe,
): Promise<void> {
  await observeEach(ledgers, async ({ account, read }) => {
    const { unsettled, oldestUnsettled, tasks, differences } = await read();
    const attributes = { [pixAttributes.account]: account };
    observe('ledgerUnsettled', unsettled, attributes);
    observe('ledgerOldest', oldestUnsettled, attributes);
    observe('ledgerTasks', tasks, attributes);
    for (const [name, difference] of differences) {
      observe('ledgerDifference', difference, { [pixAttributes.account]: name });
    }
  });
}

export const receiverGauges: readonly GaugeKey[] = [
  'queueEvents',
  'reconcilerLag',
  'reconcilerDeadLetters',
];

/**
 * Queues that cannot be counted now, and cursors that were never saved, store no dead letters or cannot
 * be read now, are left out.
 */
export async function observeReceivers(
  receivers: readonly ReceiverSettings[],
  workers: readonly WorkerSettings[],
  observe: Observe,
): Promise<void> {
  await Promise.all([
    observeEach(listQueues(receivers, workers), async ([queue, receiver]) => {
      const counts = await queue.count?.();
      if (!counts) return;
      const { waiting, running, delayed, deadLetters } = counts;
      const states = { waiting, running, delayed, dead_letter: deadLetters };
      for (const [state, count] of Object.entries(states)) {
        const { receiver: name, queueState } = pixAttributes;
        observe('queueEvents', count, { [name]: receiver, [queueState]: state });
      }
    }),
    observeEach(receivers, async ({ name, reconciler, hasTenants }) => {
      // Tenants have no cursor.
      if (reconciler.every === undefined || hasTenants) return;
      const saved = (await reconciler.cursor.load())?.getTime() ?? Number.NaN;
      const lag = Math.max(0, systemRuntime.now() - saved) / 1000;
      const attributes = { [pixAttributes.receiver]: name };
      observe('reconcilerLag', Number.isNaN(lag) ? undefined : lag, attributes);
    }),
    observeEach(receivers, async ({ name, reconciler }) => {
      const letters = await reconciler.cursor.deadLetters?.();
      observe('reconcilerDeadLetters', letters?.length, { [pixAttributes.receiver]: name });
    }),
  ]);
}

/** Lists each queue once, with the name of its receiver. */
function listQueues(
  receivers: readonly ReceiverSettings[],
  workers: readonly WorkerSettings[],
): ReadonlyMap<PixEventQueue, string> {
  const queues = new Map<PixEventQueue, string>();
  for (const { queue, receivers: names } of workers) {
    queues.set(queue, names?.length === 1 ? (names[0] ?? DEFAULT_RECEIVER) : DEFAULT_RECEIVER);
  }
  for (const { queue, name } of receivers) if (queue) queues.set(queue, name);
  return queues;
}

/** Ignores the failure of each, synchronous or not. */
async function observeEach<T>(all: Iterable<T>, read: (each: T) => Promise<void>): Promise<void> {
  await Promise.allSettled(Array.from(all, read));
}
