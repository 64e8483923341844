import type {
  PixEventClaim,
  PixEventState,
  PixEventStore,
  PixTransaction,
} from '../../lib/receiver/stores/event-store.js';
import {
  type HeldLease,
  LeaseKeeper,
  type Renewals,
} from '../../lib/receiver/stores/shared-store.js';
import type { Database, Transaction } from './database.js';
import type { Process } from './process.js';

/** Duration of a claim that is not renewed, in milliseconds. */
const LEASE = 3_000;

interface Row {
  state: 'running' | 'done' | 'free';
  fence: number;
  /** By the clock of the database. */
  until: number;
  digest: string;
}

/** The table of a shared event store. */
export class EventTable {
  readonly rows = new Map<string, Row>();
  /** Number of completions of each key. */
  readonly completions = new Map<string, number>();
  private fences = 0;

  constructor(private readonly now: () => number) {}

  claim(key: string, digest: string): { state: PixEventState; fence: number; digest: string } {
    const row = this.rows.get(key);
    const before = row?.digest ?? digest;
    if (row?.state === 'done') return { state: 'done', fence: 0, digest: before };
    if (row?.state === 'running' && row.until > this.now()) {
      return { state: 'running', fence: 0, digest: before };
    }
    const fence = ++this.fences;
    this.rows.set(key, { state: 'running', fence, until: this.now() + LEASE, digest });
    return { state: 'new', fence, digest: before };
  }

  renew(key: string, fence: number): 'held' | 'done' | 'lost' {
    const row = this.rows.get(key);
    if (row?.fence !== fence) return 'lost';
    if (row.state === 'done') return 'done';
    if (row.state !== 'running') return 'lost';
    row.until = this.now() + LEASE;
    return 'held';
  }

  /** @throws Error when the claim is no longer held */
  assertHeld(key: string, fence: number): void {
    const row = this.rows.get(key);
    if (row?.state !== 'running' || row.fence !== fence) {
      throw new Error(`The claim of ${key} is lost.`);
    }
  }

  complete(key: string): void {
    const row = this.rows.get(key);
    if (row?.state === 'done') return;
    this.rows.set(key, { fence: 0, until: 0, digest: '', ...row, state: 'done' });
    this.completions.set(key, (this.completions.get(key) ?? 0) + 1);
  }

  release(key: string, fence: number): void {
    const row = this.rows.get(key);
    if (row?.state === 'running' && row.fence === fence) row.state = 'free';
  }
}

/**
 * A shared event store in the virtual database: what `PostgresEventStore` guarantees, without SQL. Each process has one
 * with the same table.
 */
export class ModelEventStore implements PixEventStore {
  private readonly leases: LeaseKeeper;

  constructor(
    private readonly database: Database,
    private readonly table: EventTable,
    private readonly process: Process,
  ) {
    this.leases = new LeaseKeeper(LEASE, (leases) => this.renew(leases), process);
  }

  async begin(key: string, digest = ''): Promise<PixEventClaim> {
    const since = this.process.elapsed();
    const taken = await this.run(() => this.table.claim(key, digest));
    const conflicting = taken.digest !== digest;
    const { state, fence } = taken;
    if (state !== 'new') return { state, conflicting, known: true };
    return Object.assign(this.leases.hold(key, fence, since), { conflicting });
  }

  async complete(key: string, fence = this.leases.getFence(key) ?? 0): Promise<void> {
    this.leases.release(key);
    await this.run(() => {
      this.table.assertHeld(key, fence);
      this.table.complete(key);
    });
  }

  async fail(key: string, fence = this.leases.getFence(key) ?? 0): Promise<void> {
    this.leases.release(key);
    await this.run(() => this.table.release(key, fence));
  }

  async completeIn(transaction: PixTransaction, key: string, fence: number): Promise<void> {
    this.leases.completing(key);
    const open = transaction as unknown as Transaction;
    await this.run(() => {
      this.table.assertHeld(key, fence);
      open.check(() => this.table.assertHeld(key, fence));
      open.change(() => this.table.complete(key));
    });
  }

  async isComplete(key: string): Promise<boolean> {
    const done = await this.run(() => this.table.rows.get(key)?.state === 'done');
    if (done) this.leases.release(key);
    return done;
  }

  private renew(leases: readonly HeldLease[]): Promise<Renewals> {
    return this.run(
      () => new Map(leases.map(({ key, fence }) => [key, this.table.renew(key, fence)])),
    );
  }

  private run<T>(statement: () => T): Promise<T> {
    return this.database.run(this.process, statement);
  }
}
