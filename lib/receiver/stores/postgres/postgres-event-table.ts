import type { HeldLease, Renewals } from '../lease-keeper.js';
import type { Taken } from '../take.js';
import type { PostgresDatabase } from './postgres-database.js';
import { postgresStatements, type PostgresStatements } from './statements.js';

interface ClaimRow {
  key: string;
  /** A bigint as text; null if the key was not taken. */
  fence: string | null;
  done: boolean | null;
  digest: string | null;
  known: boolean;
}

interface RenewRow {
  key: string;
  fence: string;
  mine: boolean | null;
  done: boolean;
}

const PURGED_AT_ONCE = 1000;

/**
 * The table of `PostgresEventStore`. Each method runs one statement, most of them for any number of
 * keys.
 * @internal
 */
export class PostgresEventTable {
  readonly #statements: PostgresStatements;

  constructor(
    private readonly database: PostgresDatabase,
    table: string,
    private readonly owner: string,
    /** In milliseconds. */
    private readonly lease: number,
  ) {
    this.#statements = postgresStatements(table);
  }

  async claim(items: readonly { key: string; digest: string }[]): Promise<Taken[]> {
    // A key that is requested twice goes to the first request.
    const digests = new Map(
      items.map(({ key, digest }) => [key, digest]).reverse() as [string, string][],
    );
    const keys = [...digests.keys()];
    const values = [keys, keys.map((key) => digests.get(key) ?? ''), this.owner, this.lease];
    const rows = await this.#query<ClaimRow>(this.#statements.claim, values);
    const found = new Map(rows.map((row) => [row.key, row]));
    return items.map(({ key }) => {
      const row = found.get(key);
      const taken = toTaken(row);
      if (row && taken.state === 'new') found.set(key, { ...row, fence: null });
      return taken;
    });
  }

  /** Returns for each key whether it was still held, and completes it. */
  async complete(leases: readonly HeldLease[]): Promise<boolean[]> {
    const rows = await this.#query<{ key: string }>(this.#statements.completeHeld, [
      leases.map(({ key }) => key),
      leases.map(({ fence }) => String(fence)),
      this.owner,
    ]);
    const completed = new Set(rows.map(({ key }) => key));
    return leases.map(({ key }) => completed.has(key));
  }

  async completeAnyway(key: string): Promise<void> {
    await this.#query(this.#statements.complete, [key]);
  }

  async completed(keys: readonly string[]): Promise<boolean[]> {
    const rows = await this.#query<{ key: string }>(this.#statements.completed, [keys]);
    const completed = new Set(rows.map(({ key }) => key));
    return keys.map((key) => completed.has(key));
  }

  /** Returns whether the claim is completed, after the transaction that may complete it has ended. */
  async isOwnCompletion({ key, fence }: HeldLease): Promise<boolean> {
    const values = [key, String(fence)];
    const [row] = await this.#query<{ completed: boolean }>(this.#statements.ownCompletion, values);
    return row?.completed === true;
  }

  async release(key: string, fence: number | undefined): Promise<void> {
    await this.#query(this.#statements.release, [
      key,
      this.owner,
      fence === undefined ? null : String(fence),
    ]);
  }

  async renew(leases: readonly HeldLease[]): Promise<Renewals> {
    const keys = leases.map(({ key }) => key);
    const rows = await this.#query<RenewRow>(this.#statements.renew, [
      keys,
      this.owner,
      this.lease,
    ]);
    const fences = new Map(leases.map(({ key, fence }) => [key, fence]));
    return new Map(
      rows.map(({ key, fence, mine, done }) => {
        if (done) return [key, 'done'];
        return [key, mine === true && Number(fence) === fences.get(key) ? 'held' : 'lost'];
      }),
    );
  }

  /** Deletes in small transactions, which neither hold many locks nor block a vacuum. */
  async purge(ttl: number): Promise<number> {
    let total = 0;
    for (const statement of this.#statements.purges) {
      let purged: number;
      do {
        const [row] = await this.#query<{ purged: number | string }>(statement, [
          ttl,
          PURGED_AT_ONCE,
        ]);
        purged = Number(row?.purged ?? 0);
        total += purged;
      } while (purged === PURGED_AT_ONCE);
    }
    return total;
  }

  async #query<Row>(statement: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.database.query(statement, values);
    return rows as Row[];
  }
}

function toTaken(row: ClaimRow | undefined): Taken {
  const digest = row?.digest ?? undefined;
  if (row && row.fence !== null) {
    return { state: 'new', fence: Number(row.fence), digest, known: row.known };
  }
  return { state: row?.done === true ? 'done' : 'running', digest };
}
