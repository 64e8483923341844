// What the stores of several processes have in common: claims, leases and batches.

import { OptionChecker, type OptionRule, seconds, defineOptions } from '../../options/index.js';
import {
  type CancelTimer,
  DAY_SECONDS,
  type PixRuntime,
  systemRuntime,
  within,
} from '../../runtime/index.js';
import {
  LeaseLostError,
  type PixEventClaim,
  type PixEventState,
  type PixEventStore,
} from './event-store.js';

/** The lease and retention times of a store that several processes share. */
export interface PixLeaseOptions {
  /**
   * How long an event stays reserved for a process that has died, in seconds. A running process
   * renews its leases three times per lease, so a handler may take longer than this. Default: 30.
   */
  lease?: number | undefined;
  /**
   * How long a completed key is remembered, in seconds. A Pix is notified again with each of its
   * refunds, up to 90 days later; with a shorter time, its handlers then run again. Default: 100
   * days.
   */
  ttl?: number | undefined;
  /**
   * The time limit for a response of the server, in seconds. After it, the event has failed and
   * must be delivered again, regardless of the client's own time limits. Default: 5.
   */
  timeout?: number | undefined;
}

const positive = seconds({ positive: true });

export const leaseTable = defineOptions<PixLeaseOptions>()({
  lease: { rule: positive, default: 30 },
  ttl: { rule: positive, default: 100 * DAY_SECONDS },
  timeout: { rule: positive, default: 5 },
});

/** The times in milliseconds. */
export type LeaseTimes = ReturnType<typeof leaseTimes>;

export function leaseTimes(options: PixLeaseOptions) {
  const { lease, ttl, timeout } = leaseTable.resolve(options);
  const milliseconds = (value: number) => Math.ceil(value * 1000);
  return { lease: milliseconds(lease), ttl: milliseconds(ttl), timeout: milliseconds(timeout) };
}

/**
 * Checks the arguments of a store or cursor.
 *
 * @param owner the class, which the message begins with
 * @throws ConfigurationError that lists all problems
 */
export function checkStore(owner: string, client: Checked, options: Checked): void {
  const checker = new OptionChecker(owner);
  checker.shape(...client, 'the first argument');
  checker.shape(...options);
  checker.throwIfAny();
}

type Checked = readonly [value: unknown, rule: OptionRule];

/** The result of a claim at a shared store. */
export interface Taken {
  readonly state: PixEventState;
  readonly digest: string | undefined;
  /** With `new`, as {@link PixEventClaim}. */
  readonly fence?: number;
  readonly known?: boolean;
}

/** The keys of a store at its server. Most statements take any number of keys. */
export interface KeyTable {
  /** The server in error messages. */
  readonly server: string;
  claim(items: readonly { key: string; digest: string }[]): Promise<Taken[]>;
  /** Completes keys, also those whose lease was lost: the handler has succeeded. One result for each. */
  complete(leases: readonly HeldLease[]): Promise<readonly unknown[]>;
  /** Releases a key that is held with this fence, or with any. */
  release(key: string, fence: number | undefined): Promise<unknown>;
  renew(leases: readonly HeldLease[]): Promise<Renewals>;
  /** Whether a key of a statement may have caused its error. */
  isItemsFault(error: unknown): boolean;
}

/** A store that several processes share, with the claims of this one. */
export abstract class SharedEventStore implements PixEventStore {
  readonly batches = true;
  /** @internal */
  protected readonly leases: LeaseKeeper;
  readonly #table: KeyTable;
  readonly #times: LeaseTimes;
  readonly #runtime: PixRuntime;
  readonly #claims: Batcher<{ key: string; digest: string }, Taken>;
  readonly #completions: Batcher<HeldLease, unknown>;

  /** @internal */
  protected constructor(table: KeyTable, times: LeaseTimes, runtime: PixRuntime) {
    [this.#table, this.#times, this.#runtime] = [table, times, runtime];
    this.leases = new LeaseKeeper(times.lease, (leases) => table.renew(leases), runtime);
    const slot = new Slot(runtime);
    this.#claims = this.batch((items) => this.#take(items), slot);
    this.#completions = this.batch((leases) => this.within(table.complete(leases)), slot);
  }

  begin(key: string): Promise<PixEventState>;
  begin(key: string, digest: string): Promise<PixEventClaim>;
  async begin(key: string, digest?: string): Promise<PixEventState | PixEventClaim> {
    const since = this.#runtime.elapsed();
    const taken = await this.#claims.add({ key, digest: digest ?? '' });
    const { state, fence = NO_FENCE, known = true, digest: before } = taken;
    const conflicting = Boolean(digest && before && digest !== before);
    const lease = state === 'new' ? this.leases.hold(key, fence, since) : undefined;
    if (digest === undefined) return state;
    return lease ? Object.assign(lease, { conflicting, known }) : { state, conflicting, known };
  }

  async complete(key: string, fence = this.leases.getFence(key) ?? NO_FENCE): Promise<void> {
    this.leases.release(key);
    await this.#completions.add({ key, fence });
  }

  async fail(key: string, fence = this.leases.getFence(key)): Promise<void> {
    this.leases.release(key);
    await this.within(this.#table.release(key, fence));
  }

  remembersSince(): Date {
    return new Date(this.#runtime.now() - this.#times.ttl);
  }

  /** Collects the items of a statement. @internal */
  protected batch<Item, Result>(send: Send<Item, Result>, slot = new Slot(this.#runtime)) {
    return new Batcher({ send, slot, isItemsFault: (error) => this.#table.isItemsFault(error) });
  }

  /** Resolves or rejects as the promise does, within the time limit of the server. @internal */
  protected within<T>(promise: Promise<T>, milliseconds = this.#times.timeout): Promise<T> {
    return within(this.#runtime, milliseconds, this.#table.server, promise);
  }

  /** Keys that are granted after the time limit are released. If this fails too, their leases expire. */
  async #take(items: readonly { key: string; digest: string }[]): Promise<Taken[]> {
    const asked = this.#table.claim(items);
    try {
      return await this.within(asked);
    } catch (error) {
      const release = async ({ state, fence }: Taken, index: number) =>
        state === 'new' && this.#table.release(items[index]?.key ?? '', fence);
      asked.then((taken) => Promise.all(taken.map(release))).catch(() => undefined);
      throw error;
    }
  }
}

/** No claim has it. */
const NO_FENCE = 0;

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

/** A key that this process holds: the result of `begin`. */
export class Lease implements HeldLease, PixEventClaim {
  readonly state = 'new';
  conflicting = false;
  known = false;
  /** Whether its completion is part of a transaction that may not have committed yet. */
  completing = false;
  #controller: AbortController | undefined;

  constructor(
    readonly key: string,
    readonly fence: number,
    /** When the lease ends unless it is renewed, on the clock of `elapsed()`. */
    public until: number,
  ) {}

  /** Created when it is first read: most handlers never do, and it costs more than the lease. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  lose(reason: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new LeaseLostError(this.key, reason));
  }

  /** @throws LeaseLostError once the lease is lost */
  throwIfLost(): void {
    this.#controller?.signal.throwIfAborted();
  }
}

/**
 * Renews the leases of the keys that this process handles three times per lease, so that two
 * renewals may fail before a lease ends. Aborts the signal of a lost lease. Its timer runs while a
 * key is held and does not keep the process alive.
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
   */
  hold(key: string, fence: number, since = this.runtime.elapsed()): Lease {
    const lease = new Lease(key, fence, since + this.lease);
    this.#held.set(key, lease);
    this.#cancel ??= this.#plan(this.lease / 3);
    return lease;
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
      if (lease.until <= now) lease.lose('it could not be renewed in time');
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
      else if (this.#held.get(lease.key) === lease) lease.lose('another process has taken it');
    }
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs one statement for all items. Resolves to one result per item, in order; what follows for an item may take longer. */
type Send<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly (Result | Promise<Result>)[]>;

export interface BatcherOptions<Item, Result> {
  readonly send: Send<Item, Result>;
  /** Whether an item may have caused the error, so that the items must be sent individually. Default: no. */
  readonly isItemsFault?: (error: unknown) => boolean;
  readonly slot: Slot;
}

/** The maximum number of items in one statement. */
const MAX_ITEMS = 500;

/**
 * After this time in milliseconds the connection of a statement may be dead, and it no longer blocks
 * the next one.
 */
const SLOT_MS = 250;

/**
 * One statement at a time gives the largest batches, which cost this process and the server the least
 * for each event.
 */
export class Slot {
  /** Each sends what waits, if anything does, in turn. They never reject. */
  readonly senders: (() => Promise<void> | undefined)[] = [];
  #turn = 0;
  #isTaken = false;
  #planned = false;

  constructor(private readonly runtime: PixRuntime) {}

  /** Sends after all microtasks: what a response leads to at once belongs to the next statement. */
  plan(): void {
    if (this.#planned || this.#isTaken) return;
    this.#planned = true;
    process.nextTick(() => {
      this.#planned = false;
      for (let tries = 0; tries < this.senders.length && !this.#isTaken; tries += 1) {
        this.#turn = (this.#turn + 1) % this.senders.length;
        this.#take(this.senders[this.#turn]?.());
      }
    });
  }

  /** Frees the slot once, when the statement ends or takes too long. */
  #take(sent: Promise<void> | undefined): void {
    if (!sent) return;
    this.#isTaken = true;
    const free = () => {
      this.#isTaken = false;
      this.plan();
    };
    within(this.runtime, SLOT_MS, 'A statement', sent, { background: true }).then(free, free);
  }
}

/**
 * Collects the items that arrive while the slot is taken and sends them in the next statement, so
 * that concurrent events share a round trip and a commit. A single item is sent at once.
 */
export class Batcher<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];

  constructor(private readonly options: BatcherOptions<Item, Result>) {
    options.slot.senders.push(() =>
      this.#waiting.length > 0 ? this.#send(this.#waiting.splice(0, MAX_ITEMS)) : undefined,
    );
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.options.slot.plan();
    });
  }

  async #send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.send(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result | Promise<Result>));
    } catch (error) {
      if (batch.length > 1 && this.options.isItemsFault?.(error)) {
        for (const each of batch) await this.#send([each]);
      } else for (const { reject } of batch) reject(error);
    }
  }
}
