import { migration, tableName } from '../receiver/index.js';
import { Sql } from './sql.js';

/** Where the tables of a ledger are. */
export interface PostgresLedgerSchemaOptions {
  /** The schema, which must exist. Default: the first of the connection's `search_path`. */
  schema?: string | undefined;
  /** The beginning of the tables' names. Default: `pix_`. */
  prefix?: string | undefined;
}

/** The quoted names of the tables. */
export type LedgerTables = Readonly<Record<(typeof names)[number], Sql>>;

const names = ['charge', 'command', 'payment', 'refund', 'task', 'history', 'notice'] as const;

/** @throws ConfigurationError on an invalid schema or prefix */
export function ledgerTables({
  schema,
  prefix = 'pix_',
}: PostgresLedgerSchemaOptions): LedgerTables {
  const place = schema === undefined ? '' : `${schema}.`;
  const tables = names.map((name) => [name, new Sql(tableName(`${place}${prefix}${name}`))]);
  return Object.fromEntries(tables) as LedgerTables;
}

/** The columns of each table. */
const columns: Readonly<Record<keyof LedgerTables, string>> = {
  charge: `
    account text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    txid text,
    state text NOT NULL,
    digest text NOT NULL,
    terms jsonb NOT NULL,
    revision integer,
    snapshot jsonb NOT NULL DEFAULT '{}',
    payable_until timestamptz,
    ended_at timestamptz,
    due timestamptz,
    checks integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account, id),
    UNIQUE (account, txid)`,
  command: `
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account text NOT NULL,
    charge text,
    end_to_end_id text,
    operation text NOT NULL,
    target text,
    body jsonb NOT NULL DEFAULT '{}',
    due timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    arrived boolean NOT NULL DEFAULT false,
    sent_at timestamptz,
    lease_until timestamptz,
    fence integer NOT NULL DEFAULT 0,
    outcome text,
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz`,
  payment: `
    account text NOT NULL,
    end_to_end_id text NOT NULL,
    charge text,
    txid text,
    valor numeric(12, 2) NOT NULL,
    horario timestamptz NOT NULL,
    meaning text,
    components jsonb,
    due timestamptz,
    checks integer NOT NULL DEFAULT 0,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account, end_to_end_id)`,
  refund: `
    account text NOT NULL,
    end_to_end_id text NOT NULL,
    refund_id text NOT NULL,
    valor numeric(12, 2) NOT NULL,
    state text NOT NULL,
    made_by text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    PRIMARY KEY (account, end_to_end_id, refund_id)`,
  task: `
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account text NOT NULL,
    key text NOT NULL,
    reason text NOT NULL,
    charge text,
    end_to_end_id text,
    about text,
    created_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    decision text,
    UNIQUE (account, key)`,
  history: `
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account text NOT NULL,
    charge text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    from_state text,
    to_state text,
    cause text NOT NULL,
    what text NOT NULL,
    attempts integer,
    correlation_id text`,
  notice: `
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account text NOT NULL,
    charge text,
    event text NOT NULL,
    handler text,
    snapshot jsonb NOT NULL,
    due timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    lease_until timestamptz,
    fence integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz`,
};

/** The indexes: table, purpose, columns, condition. */
const indexes: readonly (readonly [keyof LedgerTables, string, string, string?])[] = [
  ['charge', 'due', 'due', 'due IS NOT NULL'],
  ['charge', 'created', 'account, created_at DESC, id DESC'],
  ['command', 'due', 'due', 'due IS NOT NULL'],
  ['command', 'turn', 'account, charge, number', 'due IS NOT NULL'],
  ['command', 'charge', 'account, charge'],
  ['payment', 'due', 'due', 'due IS NOT NULL'],
  ['payment', 'charge', 'account, charge'],
  ['payment', 'day', 'account, horario'],
  ['refund', 'day', 'account, settled_at', 'settled_at IS NOT NULL'],
  ['task', 'open', 'account, number', 'decided_at IS NULL'],
  ['history', 'charge', 'account, charge, number'],
  ['notice', 'due', 'due', 'due IS NOT NULL'],
  ['notice', 'turn', 'account, charge, number', 'due IS NOT NULL'],
];

/**
 * Returns the statement that creates the tables of a ledger. Use it in your own migration. It is
 * idempotent.
 *
 * Every index for work that is to be done contains only rows with a `due` instant, which a row loses
 * when it is finished: closed charges do not slow the ledger down.
 *
 * @throws ConfigurationError on an invalid schema or prefix
 */
export function postgresLedgerSchema(options: PostgresLedgerSchemaOptions = {}): string {
  const tables = ledgerTables(options);
  const { prefix = 'pix_' } = options;
  return migration(
    ...names.map((name) => `CREATE TABLE IF NOT EXISTS ${tables[name].text} (${columns[name]})`),
    ...indexes.map(([table, purpose, keys, condition]) => {
      const name = tableName(`${prefix}${table}_${purpose}`);
      const where = condition === undefined ? '' : ` WHERE ${condition}`;
      return `CREATE INDEX IF NOT EXISTS ${name} ON ${tables[table].text} (${keys})${where}`;
    }),
  );
}
