import type { PixClient } from '../resources/index.js';
import type { PixRuntime } from '../runtime/index.js';
import { Journal, type HandlerNames } from './journal.js';
import type { PostgresLedgerStore, Run } from './postgres-ledger-store.js';
import { sql, type Sql } from './sql.js';

/** What all parts of a ledger share. Times are in milliseconds. */
export interface LedgerCore {
  readonly store: PostgresLedgerStore;
  /** The name of the account. Those of its tenants begin with it and `/`. */
  readonly account: string;
  readonly handlers: HandlerNames;
  readonly runtime: PixRuntime;
  /** How long a call to the bank may take. */
  readonly deadline: number;
  /** How long a row is reserved for a process; longer than {@link deadline}. */
  readonly lease: number;
  readonly poll: number;
  readonly concurrency: number;
  readonly grace: number;
  readonly mostFailures: number;
  readonly ignoresUnmatched: boolean;
  readonly trustsEvents: boolean;
  readonly chave: string | undefined;
  client(account: string): Promise<PixClient>;
}

/** Runs work in a transaction of the ledger. */
export function write<T>(core: LedgerCore, work: (journal: Journal) => Promise<T>): Promise<T> {
  return core.store.transaction((run) => work(openJournal(core, run)));
}

export function openJournal({ store, handlers }: LedgerCore, run: Run): Journal {
  return new Journal(store.tables, run, handlers);
}

/** The condition for rows of the account and of its tenants. */
export function isOwn(core: LedgerCore): Sql {
  return sql`(account = ${core.account} OR starts_with(account, ${`${core.account}/`}))`;
}
