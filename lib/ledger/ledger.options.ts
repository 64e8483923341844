import {
  flag,
  must,
  numeric,
  objectOf,
  oneOf,
  OptionChecker,
  anyFunction,
  nonEmptyText,
} from '../options/index.js';
import type { PixClient } from '../resources/index.js';
import { PostgresLedgerStore } from './postgres-ledger-store.js';

/** The options of a ledger. */
export interface PixLedgerOptions {
  /** The tables. */
  store: PostgresLedgerStore;
  /** The Pix key of charges whose body has none. Default: none. */
  chave?: string | undefined;
  /**
   * Supplies the client of a tenant, for `ledger.tenant(name)` and for a receiver whose path has
   * `:tenant`: `(tenant) => factory.get(tenant, …)`.
   */
  client?: ((tenant: string) => PixClient | Promise<PixClient>) | undefined;
  /**
   * What becomes of a payment without a charge in the ledger: a `task`, or it is only recorded
   * (`record`), for an account that other systems use too. Default: `task`.
   */
  unmatched?: 'task' | 'record' | undefined;
  /**
   * Whether the notifications of the receiver are proof of a payment. Set it only with the
   * receiver's option `verifyWithProvider`; otherwise, the ledger reads each payment at the bank.
   * Default: `false`.
   */
  trustEvents?: boolean | undefined;
  /**
   * Whether this process does the work of the ledger in the background. `ready` works anyway.
   * Default: `true`.
   */
  work?: boolean | undefined;
  /** How often this process looks for work, in seconds. Default: 1. */
  poll?: number | undefined;
  /** How many rows this process works on at once. Default: 10. */
  concurrency?: number | undefined;
  /**
   * Time limit of a call to the bank, in seconds. A row whose process has died is taken over after
   * four times as long. Default: 30.
   */
  deadline?: number | undefined;
  /**
   * How long after the last instant of payment the bank is asked whether a charge was paid, in
   * seconds, before it counts as expired. Default: 60.
   */
  grace?: number | undefined;
  /** After how many failures of a handler its notice becomes a task. Default: 10. */
  failures?: number | undefined;
}

const rule = objectOf<PixLedgerOptions>({
  store: must('a PostgresLedgerStore', (value) => value instanceof PostgresLedgerStore),
  chave: nonEmptyText,
  client: anyFunction,
  unmatched: oneOf(['task', 'record']),
  trustEvents: flag,
  work: flag,
  poll: numeric,
  concurrency: numeric,
  deadline: numeric,
  grace: numeric,
  failures: numeric,
});

/** The options that have defaults. */
const defaults = {
  unmatched: 'task',
  trustEvents: false,
  work: true,
  poll: 1,
  concurrency: 10,
  deadline: 30,
  grace: 60,
  failures: 10,
} as const satisfies Partial<PixLedgerOptions>;

/** The options with their defaults. */
export type LedgerSettings = Pick<PixLedgerOptions, 'store' | 'chave' | 'client'> & {
  readonly [Name in keyof typeof defaults]: NonNullable<PixLedgerOptions[Name]>;
};

/** @throws ConfigurationError that lists all problems */
export function readLedgerOptions(options: PixLedgerOptions): LedgerSettings {
  const checker = new OptionChecker('PixLedgerModule');
  const isShaped = checker.shape(options, rule);
  const { store } = options as Partial<PixLedgerOptions>;
  checker.require(store !== undefined, 'store is required');
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings = { ...defaults, ...Object.fromEntries(given) } as LedgerSettings;
  if (isShaped) {
    checker.seconds('poll', settings.poll, { positive: true });
    checker.seconds('deadline', settings.deadline, { positive: true });
    checker.seconds('grace', settings.grace);
    checker.integer('concurrency', settings.concurrency, { min: 1, max: 1000 });
    checker.integer('failures', settings.failures, { min: 1, max: 1000 });
  }
  checker.throwIfAny();
  return settings;
}
