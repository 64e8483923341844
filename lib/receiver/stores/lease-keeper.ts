import { type CancelTimer, type PixRuntime, systemRuntime } from '../../runtime/index.js';
import { LeaseLostError } from './lease-lost.error.js';

/** A key to renew. */
export interface HeldLease {
  readonly key: string;
  readonly fence: number;
}

/**
 * The result of a renewal: `held`; `done` if the key is completed; `lost` if another process has
 * taken it. A missing key counts as lost.
 */
export type Renewals = ReadonlyMap<string, 'held' | 'done' | 'lost'>;

interface Lease extends HeldLease {
  readonly controller: AbortController;
  /** When the lease ends unless it is renewed, on the clock of `elapsed()`. */
  until: number;
  /** Whether its completion is part of a transaction that may not have committed yet. */
  completing: boolean;
}

/**
 * Renews the leases of the keys that this process handles three times per lease, so that two
 * renewals may fail before a lease ends. Aborts the signal of a lost lease. Its timer runs while a
 * key is held and does not keep the process alive.
 * @internal
 */
export class LeaseKeeper {
  readonly #held = new Map<string, Lease>();
  #cancel: CancelTimer | undefined;

  constructor(
    /** The duration of a lease, in milliseconds. */
    private readonly lease: number,
    private readonly renew: (leases: readonly HeldLease[]) => Promise<Renewals>,
    private readonly runtime: PixRuntime = systemRuntime,
  ) {}

  /**
   * @param since when the key was requested, on the clock of `elapsed()`: the server counts from a
   * later instant
   * @returns a signal that aborts when the lease is lost
   */
  hold(key: string, fence: number, since = this.runtime.elapsed()): AbortSignal {
    const controller = new AbortController();
    const until = since + this.lease;
    this.#held.set(key, { key, fence, controller, until, completing: false });
    this.#cancel ??= this.#plan(this.lease / 3);
    return controller.signal;
  }

  /** Returns the fencing number with which the key is held. */
  getFence(key: string): number | undefined {
    return this.#held.get(key)?.fence;
  }

  /**
   * Marks the key as possibly completed by the handler's transaction, which does not count as a
   * loss.
   */
  completing(key: string): void {
    const lease = this.#held.get(key);
    if (lease) lease.completing = true;
  }

  /** Stops renewing the key. */
  release(key: string): void {
    this.#held.delete(key);
    if (this.#held.size > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #plan(delay: number): CancelTimer {
    return this.runtime.after(delay, () => this.#beat(), { background: true });
  }

  #beat(): void {
    const now = this.runtime.elapsed();
    for (const lease of this.#held.values()) {
      if (lease.until <= now) abort(lease, 'it could not be renewed in time');
    }
    // Does not wait for the previous renewal: a statement on a dead connection can hang for longer
    // than the lease.
    void this.#renewAll(now);
    // A lease that ends before the next renewal is checked when it ends.
    const ends = [...this.#held.values()].map(({ until }) => until - now).filter((end) => end > 0);
    this.#cancel = this.#plan(Math.min(this.lease / 3, ...ends));
  }

  async #renewAll(now: number): Promise<void> {
    const leases = [...this.#held.values()];
    let renewals: Renewals;
    try {
      renewals = await this.renew(leases);
    } catch {
      // The next renewal repeats it; complete() and fail() report an unavailable store.
      return;
    }
    for (const lease of leases) {
      const state = renewals.get(lease.key) ?? 'lost';
      if (state === 'held') lease.until = Math.max(lease.until, now + this.lease);
      else if (state === 'done' && lease.completing) lease.until = Infinity;
      else if (this.#held.get(lease.key) === lease) abort(lease, 'another process has taken it');
    }
  }
}

function abort({ controller, key }: Lease, reason: string): void {
  if (!controller.signal.aborted) controller.abort(new LeaseLostError(key, reason));
}
