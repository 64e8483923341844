// The tables of a ledger, and how statements are written and run.

import { inspect, types } from 'node:util';
import { ConfigurationError } from '../errors/index.js';
import { objectOf, text } from '../options/index.js';
import {
  assertFree,
  assertInTransaction,
  checkStore,
  holdEmbedded,
  isEmbedded,
  migration,
  postgresRule,
  runTransaction,
  statementRunner,
  tableName,
  textLiteral,
  type PixTransaction,
  type PixTransactionClient,
  type PostgresDatabase,
} from '../receiver/index.js';
import { systemRuntime, within } from '../runtime/index.js';

/**
 * Text of SQL. Statements of the ledger have no parameters, because libraries pass them differently
 * in a transaction; {@link sql} writes each value so that no part of it is interpreted as SQL.
 */
export class Sql {
  constructor(readonly text: string) {}
}

/** What {@link sql} writes as a value: objects as jsonb, lists of text as text[]. */
export type SqlValue = string | number | boolean | object | null | undefined;

/** Builds a statement. */
export function sql(parts: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  const text = parts.reduce((before, part, at) => before + toLiteral(values[at - 1]) + part);
  return new Sql(text);
}

/** What PostgreSQL does not store in a text: NUL, and half of a character. */
const UNSTORABLE = /[\0\p{Cs}]/gu;
/** The escapes of a text of `JSON.stringify`; those of four digits are what PostgreSQL does not store. */
const ESCAPES = /\\(?:u(?:0000|d[89a-f]..)|.)/g;

/** JSON that PostgreSQL stores, whatever a bank has sent. */
export function toJson(value: object): string {
  return JSON.stringify(value).replace(ESCAPES, (text) => (text.length > 2 ? '\ufffd' : text));
}

function toLiteral(value: SqlValue): string {
  if (value instanceof Sql) return value.text;
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return textLiteral(value.replace(UNSTORABLE, '\ufffd'));
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (types.isDate(value)) return `'${value.toISOString()}'::timestamptz`;
  if (Array.isArray(value))
    return `ARRAY[${value.map((each) => toLiteral(String(each))).join()}]::text[]`;
  return `${textLiteral(toJson(value))}::jsonb`;
}

/** Texts of SQL, separated by commas. */
export function list(parts: readonly Sql[]): Sql {
  return new Sql(parts.map(({ text }) => text).join(', '));
}

/** Seconds as an interval of the server's clock; the clocks of the processes may differ. */
export function seconds(count: number): Sql {
  return new Sql(`make_interval(secs => ${count})`);
}

/** The pause before attempt number `count` in seconds, which doubles up to `most`. */
export function findPause(count: number, most = 15): number {
  return Math.min(most, 0.25 * 2 ** Math.min(count, 30));
}

/** {@link findPause} as an interval. */
export function pause(...count: Parameters<typeof findPause>): Sql {
  return seconds(findPause(...count));
}

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
function quote({ schema, prefix = 'pix_' }: PostgresLedgerSchemaOptions, name: string): Sql {
  const place = schema === undefined ? '' : `${schema}.`;
  return new Sql(tableName(`${place}${prefix}${name}`));
}

function ledgerTables(options: PostgresLedgerSchemaOptions): LedgerTables {
  const tables = names.map((name) => [name, quote(options, name)]);
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
    trace jsonb,
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
    number bigint GENERATED ALWAYS AS IDENTITY,
    account text NOT NULL,
    charge text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    from_state text,
    to_state text,
    cause text NOT NULL,
    what text NOT NULL,
    attempts integer,
    correlation_id text,
    PRIMARY KEY (account, charge, number)`,
  notice: `
    number bigint GENERATED BY DEFAULT AS IDENTITY,
    account text NOT NULL,
    charge text,
    event text NOT NULL,
    handler text NOT NULL,
    snapshot jsonb NOT NULL,
    due timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    lease_until timestamptz,
    fence integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    PRIMARY KEY (number, handler)`,
};

/** The indexes: table, purpose, columns, condition. */
const indexes: readonly (readonly [keyof LedgerTables, string, string, string?])[] = [
  ['charge', 'due', 'due', 'due IS NOT NULL'],
  ['charge', 'created', 'account, created_at DESC, id DESC'],
  [
    'charge',
    'open',
    'account, created_at DESC, id DESC',
    "state IN ('opening', 'open', 'cancelling')",
  ],
  ['command', 'due', 'due', 'due IS NOT NULL'],
  ['command', 'turn', 'account, charge, number', 'due IS NOT NULL'],
  ['command', 'retry', 'account, charge', "operation = 'retry'"],
  ['payment', 'due', 'due', 'due IS NOT NULL'],
  ['payment', 'charge', 'account, charge'],
  ['payment', 'day', 'account, horario'],
  ['payment', 'unread', 'account, recorded_at', 'meaning IS NULL'],
  ['refund', 'day', 'account, settled_at', 'settled_at IS NOT NULL'],
  ['refund', 'asked', 'account, asked_at'],
  ['refund', 'open', 'account', "state IN ('asked', 'processing')"],
  ['task', 'open', 'account, number', 'decided_at IS NULL'],
  ['notice', 'due', 'due', 'due IS NOT NULL'],
  ['notice', 'turn', 'account, charge, number', 'due IS NOT NULL'],
];

/** Columns that came later: in the order in which processes lock the tables. */
export const added = [
  ['charge', 'opened_by'],
  ['history', 'by'],
] as const;

const openParameters =
  '(text, text, text, text, text, jsonb, jsonb, jsonb, interval, boolean, text)';

/**
 * The function that opens a charge: the account, its columns, the body of its creation, the pause
 * before it, whether it does nothing outside of a transaction, and who opens it. Returns the instant, or NULL if the
 * charge exists. A connection keeps the plans of a function, also behind PgBouncer
 * (docs/decisions.md D225). A change of its text needs other parameters, or a new name: a deployment
 * runs two versions.
 */
function openFunction(name: string, { charge, command }: LedgerTables): string {
  // Another ledger may have its function later in the search_path.
  return `IF NOT EXISTS (SELECT FROM pg_proc JOIN pg_class ON relnamespace = pronamespace
    WHERE pg_proc.oid = to_regprocedure('${name}${openParameters}') AND pg_class.oid = to_regclass('${charge.text}')
  ) THEN
    CREATE FUNCTION ${name}${openParameters} RETURNS timestamptz LANGUAGE plpgsql AS $open$
      DECLARE opened timestamptz;
      BEGIN
        IF $10 AND txid_current_if_assigned() IS NULL THEN
          RETURN NULL;
        END IF;
        INSERT INTO ${charge.text} (account, id, kind, txid, state, digest, terms, trace, opened_by)
        VALUES ($1, $2, $3, $4, 'opening', $5, $6, $7, $11)
        ON CONFLICT (account, id) DO NOTHING RETURNING created_at INTO opened;
        IF opened IS NOT NULL THEN
          INSERT INTO ${command.text} (account, charge, operation, body, due)
          VALUES ($1, $2, 'create', $8, now() + $9);
        END IF;
        RETURN opened;
      END $open$;
  END IF`;
}

/**
 * Returns the statement that creates the tables of a ledger, and the function that opens a charge.
 * Use it in your own migration. It is idempotent.
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
    // Locks a table only if there is something to add, and waits at most 5 s for the lock: while pg_dump reads the table,
    // every other statement queues behind ALTER TABLE.
    ...added.map(
      ([table, column]) => `IF NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('${tables[table].text}') AND attname = '${column}'
  ) THEN
    DECLARE before text := current_setting('lock_timeout');
    BEGIN
      PERFORM set_config('lock_timeout', '5s', true);
      ALTER TABLE ${tables[table].text} ADD COLUMN ${column} text;
      PERFORM set_config('lock_timeout', before, true);
    END;
  END IF`,
    ),
    // CREATE INDEX waits for every transaction that writes the table, even if there is nothing to
    // create, and deadlocks with processes that work.
    ...indexes.map(([table, purpose, keys, condition]) => {
      const index = `${prefix}${table}_${purpose}`;
      const where = condition === undefined ? '' : ` WHERE ${condition}`;
      return `IF NOT EXISTS (
    SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = to_regclass('${tables[table].text}') AND relname = '${index}'
  ) THEN
    CREATE INDEX ${tableName(index)} ON ${tables[table].text} (${keys})${where};
  END IF`;
    }),
    openFunction(quote(options, 'open').text, tables),
  );
}

/** Where the tables are: see {@link PostgresLedgerSchemaOptions}. */
export type PostgresLedgerStoreOptions = PostgresLedgerSchemaOptions;

const optionsRule = objectOf<PostgresLedgerStoreOptions>({ schema: text, prefix: text });

/** How long a statement may take, in milliseconds. */
const RESPONSE_MS = 10_000;
/** How long a statement may wait for a lock: given up by the client, it would wait on at the server. */
export const LOCK_MS = 3000;
/** How long a transaction may wait for its next statement, in milliseconds. */
export const IDLE_MS = 15_000;

/**
 * Runs a statement of {@link sql}, and resolves to the column `row` of each row.
 *
 * @param isProof whether the statement itself does nothing outside of a transaction
 */
export type Run = <Row = Record<string, unknown>>(
  statement: Sql,
  isProof?: boolean,
) => Promise<Row[]>;

/** The statements of one transaction. */
export interface Statements {
  readonly run: Run;
  /** Runs a statement whose rows are not needed, in one message with the next one where that is possible. */
  readonly later: (statement: Sql) => Promise<unknown>;
}

/**
 * The tables of a ledger in PostgreSQL 12 or later, or in a PGlite. Any number of processes share
 * them.
 *
 * @example
 * const store = new PostgresLedgerStore(pool);
 * await store.migrate();
 */
export class PostgresLedgerStore {
  /** @internal */
  readonly tables: LedgerTables;
  /** The name of the function that opens a charge. @internal */
  readonly open: Sql;
  readonly #database: PostgresDatabase;
  readonly #options: PostgresLedgerStoreOptions;

  /**
   * @param database a `Pool` of `pg`, or a PGlite
   * @throws ConfigurationError on another database, or an invalid option
   */
  constructor(database: PostgresDatabase, options: PostgresLedgerStoreOptions = {}) {
    checkStore('PostgresLedgerStore', [database, postgresRule], [options, optionsRule]);
    this.#database = database;
    this.#options = options;
    this.tables = ledgerTables(options);
    this.open = quote(options, 'open');
  }

  /** Creates the tables, under an advisory lock: several processes may call it at once. */
  async migrate(): Promise<void> {
    await this.#database.query(postgresLedgerSchema(this.#options));
  }

  /** Runs a statement outside of a transaction. @internal */
  readonly run: Run = async <Row>(statement: Sql) => {
    this.assertFree();
    const { rows } = await respond(this.#database.query(statement.text));
    return toRows<Row>(rows);
  };

  /**
   * Runs work in a transaction of its own. A connection that breaks fails the work and never ends the
   * process.
   *
   * @throws Error of the work, or if the commit is not confirmed
   * @internal
   */
  async transaction<T>(
    work: (statements: Statements, client: PixTransactionClient) => Promise<T>,
  ): Promise<T> {
    const limits = { idle: IDLE_MS, connect: respond, respond };
    const ended = await runTransaction(this.#database, limits, ({ run, later }, client) =>
      work(
        {
          run: async <Row>({ text }: Sql) => toRows<Row>(await run(text)),
          later: ({ text }) => later(text),
        },
        client,
      ),
    );
    if (ended.isConfirmed || (isEmbedded(this.#database) && ended.problem === undefined))
      return ended.result;
    throw new Error('The transaction is not confirmed: it may be rolled back.', {
      cause: ended.problem,
    });
  }

  /**
   * Returns the statements of a transaction of the application, whose libraries send them one by one.
   *
   * @throws ConfigurationError if it is none
   * @internal
   */
  join(transaction: PixTransaction): Statements {
    const runner = statementRunner(transaction, 'PixLedger.in()');
    const send = (text: string) => runner(text).catch(explain);
    if ((transaction as unknown) !== this.#database) holdEmbedded(this.#database, transaction);
    let checked: Promise<unknown> | undefined;
    const run = async <Row>(statement: Sql, isProof = false) => {
      if (!isProof) await (checked ??= assertInTransaction(send, this.tables.charge.text, OUTSIDE));
      return toRows<Row>(await send(statement.text));
    };
    return { run, later: run };
  }

  /** @throws ConfigurationError where PGlite would wait for its caller for ever @internal */
  assertFree(): void {
    assertFree(this.#database);
  }
}

const OUTSIDE = 'PixLedger.in() requires a client in a transaction';

function respond<T>(response: Promise<T>): Promise<T> {
  return within(systemRuntime, RESPONSE_MS, 'PostgreSQL', response).catch(explain);
}

/** PostgreSQL's codes of a table, a function, a column and a schema that do not exist. */
const MISSING = /'(42P01|42883|42703|3F000)'/;

/** Says what to do if the tables are missing. Libraries have the code in several places. */
function explain(error: unknown): never {
  const { code, meta, cause } = Object(error) as Record<string, unknown>;
  const inner = Object(cause) as { readonly code?: unknown };
  if (!MISSING.test(inspect([code, meta, inner.code], { depth: 6 }))) throw error;
  throw new ConfigurationError(
    'The tables of the ledger are missing, or of an older version: call store.migrate() when the application starts, or run the SQL of postgresLedgerSchema() in a migration.',
    { cause: cause ?? error },
  );
}

function toRows<Row>(rows: readonly unknown[]): Row[] {
  return rows.map((each) => (each as { row: Row }).row);
}
