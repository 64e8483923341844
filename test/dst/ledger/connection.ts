import { PGlite } from '@electric-sql/pglite';
import { postgresLedgerSchema } from '../../../lib/ledger/public.js';

/** A statement after or before which a process dies, or at which the database fails once. */
interface Fault {
  readonly kind: 'die before' | 'die after' | 'fail' | 'lose commit';
  statements: number;
}

/** Runs statements, as a PGlite and its transactions do. */
type Runner = Pick<PGlite, 'query' | 'exec'>;

/** Replaces the clock of the server by the one of the simulation. Text is escaped, so that it contains no `now()`. */
const withClock = (text: string) => text.replaceAll(/\b(?:now|clock_timestamp)\(\)/g, 'sim_now()');

/** A message less for each step of the protocol: the statements of the ledger have no parameters. */
async function run(on: Runner, text: string, values?: unknown[]) {
  if (values !== undefined) return on.query(withClock(text), values);
  return (await on.exec(withClock(text))).at(-1) ?? { rows: [] };
}

/** The connection of one process: it counts statements, and dies or fails where the plan says so. */
export class Connection {
  fault: Fault | undefined;
  readonly #death = new AbortController();

  constructor(private readonly database: PGlite) {}

  /** Aborts when the process dies, so that nothing of it goes on. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  get isDead(): boolean {
    return this.death.aborted;
  }

  query = (text: string, values?: unknown[]) => this.#step(() => run(this.database, text, values));

  transaction = async <T>(work: (client: object) => Promise<T>): Promise<T> => {
    this.#assertAlive();
    const result = await this.database.transaction((tx) =>
      work({
        query: (text: string, values?: unknown[]) => this.#step(() => run(tx, text, values)),
      }),
    );
    if (this.fault?.kind === 'lose commit') {
      this.fault = undefined;
      throw new Error('the connection broke at the commit');
    }
    this.#assertAlive();
    return result;
  };

  async #step<T>(statement: () => Promise<T>): Promise<T> {
    this.#assertAlive();
    const { fault } = this;
    const isHit = fault !== undefined && (fault.statements -= 1) === 0;
    if (isHit && fault.kind === 'fail') {
      this.fault = undefined;
      throw new Error('the server is restarting');
    }
    if (isHit && fault.kind === 'die before') this.#death.abort();
    this.#assertAlive();
    const result = await statement();
    if (isHit && fault.kind === 'die after') this.#death.abort();
    this.#assertAlive();
    return result;
  }

  #assertAlive(): void {
    if (this.isDead) throw new Error('the process is dead');
  }
}

const TABLES = ['charge', 'command', 'payment', 'refund', 'task', 'history', 'notice']
  .map((name) => `pix_${name}`)
  .concat('orders', 'effects');

/** A database for all seeds of this process, with the ledger and the tables of a shop. */
export async function openDatabase(): Promise<PGlite> {
  const database = await PGlite.create();
  await database.exec(`
    SET sim.now = '2026-01-01T00:00:00Z';
    CREATE FUNCTION sim_now() RETURNS timestamptz LANGUAGE sql STABLE
      AS $$ SELECT current_setting('sim.now')::timestamptz $$;
    CREATE TABLE orders (id text PRIMARY KEY);
    CREATE TABLE effects (number serial, charge text, event text)`);
  await database.exec(withClock(postgresLedgerSchema()));
  return database;
}

/** After how many seeds the space of deleted rows is freed; TRUNCATE takes longer than a run's statements. */
const FREE_EVERY = 25;

let seeds = 0;

export async function clear(database: PGlite): Promise<void> {
  seeds += 1;
  if (seeds % FREE_EVERY === 0) await database.exec(`TRUNCATE ${TABLES.join()}`);
  else await database.exec(TABLES.map((table) => `DELETE FROM ${table}`).join(';'));
}
