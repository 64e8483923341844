import type {
  PixEventQueue,
  PixEventStore,
  PixReconcilerCursor,
  ReceiverSettings,
} from '../receiver/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { PixReceiverCheck } from './pix-health.options.js';
import type { Check, PixHealthDetail } from './run-checks.js';

export interface ReceiverCheckSettings {
  readonly runtime: PixRuntime;
  /** In milliseconds. Default: three times the interval of the reconciler. */
  readonly maxLagMs: number | undefined;
}

/** What is checked of a receiver, or of the workers in a process without one. */
export interface CheckedReceiver {
  readonly store: PixEventStore;
  readonly queue: PixEventQueue | undefined;
  readonly reconciler: ReceiverSettings['reconciler'] | undefined;
  /** Stores the dead letters of the reconciler, also those of tenants. */
  readonly cursor: PixReconcilerCursor | undefined;
}

/** The checks of a receiver. A check of something that it does not have is absent. */
export function createReceiverChecks(
  { store, queue, reconciler, cursor }: CheckedReceiver,
  settings: ReceiverCheckSettings,
): Partial<Record<PixReceiverCheck, Check>> {
  return {
    eventStore: () => checkStore(store),
    ...(queue && { queue: () => checkQueue(queue) }),
    ...(reconciler && { reconciler: () => checkReconciler(reconciler, settings) }),
    ...(cursor?.deadLetters && { unreadPix: () => checkUnreadPix(cursor) }),
  };
}

/** No event has this key. */
const HEALTH_KEY = 'nestjs-pix:health';

/** Claims and releases a key, as the receiver does for each event. */
async function checkStore(store: PixEventStore): Promise<PixHealthDetail> {
  const claim = await store.begin(HEALTH_KEY);
  // Another process that checks at the same time may hold it.
  if (claim === 'new') await store.fail(HEALTH_KEY);
  return { status: 'up' };
}

async function checkQueue(queue: PixEventQueue): Promise<PixHealthDetail> {
  if (!queue.count) return { status: 'unknown', reason: 'the queue has no method count' };
  const { waiting, running, delayed, deadLetters } = await queue.count();
  return { status: 'up', waiting, running, delayed, deadLetters };
}

/** Counts the listed items that the reconciler could not read: each may be a payment. */
async function checkUnreadPix(cursor: PixReconcilerCursor): Promise<PixHealthDetail> {
  const { length: deadLetters } = (await cursor.deadLetters?.()) ?? [];
  return deadLetters === 0
    ? { status: 'up', deadLetters }
    : { status: 'down', reason: 'listed Pix could not be read', deadLetters };
}

/** Compares the cursor, before which every received Pix was handled, with the clock. */
async function checkReconciler(
  { cursor, every }: ReceiverSettings['reconciler'],
  { runtime, maxLagMs = every && every * 3 }: ReceiverCheckSettings,
): Promise<PixHealthDetail> {
  const place = await cursor.load();
  if (!place) return { status: 'unknown', reason: 'no run has ended yet' };
  const lagMs = Math.max(0, runtime.now() - place.getTime());
  const lagSeconds = Math.round(lagMs / 1000);
  if (maxLagMs === undefined) {
    const reason = 'neither reconciler.every nor maxReconcilerLag is set';
    return { status: 'unknown', reason, lagSeconds };
  }
  return lagMs <= maxLagMs
    ? { status: 'up', lagSeconds }
    : { status: 'down', reason: 'the cursor is too far behind', lagSeconds };
}
