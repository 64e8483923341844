import { type CancelTimer, type PixRuntime, systemRuntime } from '../../runtime/index.js';
import { LeaseLostError } from './lease-lost.error.js';

/** A key to renew. */
export interface HeldLease {
  readonly key: string;
  readonly fence: number;
}

/**
 * What a renewal found: `held`; `done` when the key is completed; `lost` when another process has taken it. A key that
 * is absent counts as lost.
 */
export type Renewals = ReadonlyMap<string, 'held' | 'done' | 'lost'>;

interface Lease extends HeldLease {
  readonly controller: AbortController;
  /** When the lease ends unless it is renewed, on the clock of `elapsed()`. */
  until: number;
  /** Its completion is part of a transaction that may not have committed yet. */
  completing: boolean;
}

/**
 * Renews the leases of the keys that this process works on three times per lease, so that two renewals may fail before a
 * lease ends. Aborts the signal of a lease that is lost. Its timer runs while a key is held and does not keep the process
 * alive.
 *
 * @internal
 */
export class LeaseKeeper {
  private readonly held = new Map<string, Lease>();
  private cancel: CancelTimer | undefined;

  constructor(
    /** How long a lease lasts without being renewed, in milliseconds. */
    private readonly lease: number,
    private readonly renew: (leases: readonly HeldLease[]) => Promise<Renewals>,
    private readonly runtime: PixRuntime = systemRuntime,
  ) {}

  /**
   * @param since when the key was asked for, on the clock of `elapsed()`: the server counts from a later instant
   * @returns a signal that aborts when the lease is lost
   */
  hold(key: string, fence: number, since = this.runtime.elapsed()): AbortSignal {
    const controller = new AbortController();
    const until = since + this.lease;
    this.held.set(key, { key, fence, controller, until, completing: false });
    this.cancel ??= this.plan(this.lease / 3);
    return controller.signal;
  }

  /** The fencing number with which the key is held. */
  fenceOf(key: string): number | undefined {
    return this.held.get(key)?.fence;
  }

  /** From now on the key may be completed by a transaction of the handler, which does not count as a loss. */
  completing(key: string): void {
    const lease = this.held.get(key);
    if (lease) lease.completing = true;
  }

  /** This process does not keep the key any longer, whatever becomes of it. */
  release(key: string): void {
    this.held.delete(key);
    if (this.held.size > 0) return;
    this.cancel?.();
    this.cancel = undefined;
  }

  private plan(delay: number): CancelTimer {
    return this.runtime.after(delay, () => this.beat(), { background: true });
  }

  private beat(): void {
    const now = this.runtime.elapsed();
    for (const lease of this.held.values()) {
      if (lease.until <= now) abort(lease, 'it could not be renewed in time');
    }
    // Does not wait for the renewal before it: a statement on a dead connection can hang for longer than the lease.
    void this.renewAll(now);
    // A lease that ends before the next beat is checked when it ends.
    const ends = [...this.held.values()].map(({ until }) => until - now).filter((end) => end > 0);
    this.cancel = this.plan(Math.min(this.lease / 3, ...ends));
  }

  private async renewAll(now: number): Promise<void> {
    const leases = [...this.held.values()];
    let renewals: Renewals;
    try {
      renewals = await this.renew(leases);
    } catch {
      // The next beat tries again; complete() and fail() report a store that is away.
      return;
    }
    for (const lease of leases) {
      const state = renewals.get(lease.key) ?? 'lost';
      if (state === 'held') lease.until = Math.max(lease.until, now + this.lease);
      else if (state === 'done' && lease.completing) lease.until = Infinity;
      else if (this.held.get(lease.key) === lease) abort(lease, 'another process has taken it');
    }
  }
}

function abort({ controller, key }: Lease, reason: string): void {
  if (!controller.signal.aborted) controller.abort(new LeaseLostError(key, reason));
}
