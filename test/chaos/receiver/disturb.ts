import { setTimeout as wait } from 'node:timers/promises';
import type { Receiver } from './receivers.js';

/** A period in which a receiver could not reach its store, in milliseconds since the epoch. */
export interface Outage {
  /** The process that could not reach it. */
  readonly pid: number;
  readonly from: number;
  readonly to: number;
}

const KILL_EVERY = 3000;
/** Durations of outages in milliseconds: shorter than the client's time limit, and longer than the lease. */
const LENGTHS = [1500, 6500];

/**
 * Until `signal` aborts: kills one process after another, one every 3 s, and interrupts their stores, alternately by a
 * closed and by a paused connection.
 */
export async function disturb(
  receivers: readonly Receiver[],
  signal: AbortSignal,
): Promise<Outage[]> {
  const outages: Outage[] = [];
  await Promise.all([
    killInRotation(receivers, signal),
    breakInRotation(receivers, signal, outages),
  ]);
  return outages;
}

async function killInRotation(receivers: readonly Receiver[], signal: AbortSignal): Promise<void> {
  for (let turn = 0; await waitUnlessAborted(KILL_EVERY, signal); turn += 1) {
    await receivers[turn % receivers.length]!.restart();
  }
}

async function breakInRotation(
  receivers: readonly Receiver[],
  signal: AbortSignal,
  outages: Outage[],
): Promise<void> {
  for (let turn = 0; await waitUnlessAborted(KILL_EVERY, signal); turn += 1) {
    const { relays, pid } = receivers[(turn + 1) % receivers.length]!;
    const length = LENGTHS[Math.floor(turn / 2) % LENGTHS.length]!;
    const from = Date.now();
    if (turn % 2 === 0) {
      await Promise.all(relays.map((relay) => relay.cut()));
      await wait(length);
      await Promise.all(relays.map((relay) => relay.open()));
    } else {
      for (const relay of relays) relay.silence();
      await wait(length);
      for (const relay of relays) relay.speak();
    }
    outages.push({ pid, from, to: Date.now() });
  }
}

/** @returns false when the signal aborted in the meantime */
async function waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal }).catch(() => false);
}
