/**
 * A process with a ledger on PostgreSQL: opens the charges that its parent names, and works. It dies before the
 * statement that its parent names, as by `kill -9`.
 */
import 'reflect-metadata';
import { once } from 'node:events';
import { Pool, type PoolClient } from 'pg';
import type { SimulatorModuleOptions } from '../../../devkit/simulator/index.js';
import { createPixClient } from '../../../lib/index.js';
import { PostgresLedgerStore, type PixCharge } from '../../../lib/ledger/public.js';
import { cob, LedgerProcess } from '../../ledger/support/ledger-world.js';
import { POSTGRES_URL } from './servers.js';

export interface LedgerOrder {
  schema: string;
  bank: SimulatorModuleOptions;
  /** The ids of the charges to open. */
  open: string[];
  /** The number of the statement before which the process is killed. Default: never. */
  dieAt?: number;
}

const [order] = (await once(process, 'message')) as [LedgerOrder];
const { schema, bank, open, dieAt = Infinity } = order;
const pool = new Pool({ connectionString: POSTGRES_URL });
pool.on('error', () => undefined);

let statements = 0;
/** Statements that find nothing to do do not count: they repeat until there is something. */
function count(text: unknown): void {
  if (typeof text !== 'string' || /^\s*WITH (next|open) AS/.test(text)) return;
  statements += 1;
  if (statements >= dieAt) process.kill(process.pid, 'SIGKILL');
}

const query = (text: string, values?: unknown[]) => {
  count(text);
  return pool.query(text, values);
};
const connect = (connected: (error?: Error, client?: PoolClient) => void) =>
  pool.connect((error, client) => {
    connected(error, client && new Proxy(client, { get: countQueries }));
  });
const countQueries = (client: PoolClient, name: keyof PoolClient) => {
  const member: unknown = client[name];
  if (typeof member !== 'function') return member;
  return (...args: unknown[]) => {
    if (name === 'query') count(args[0]);
    return (member as (...given: unknown[]) => unknown).apply(client, args);
  };
};

const store = new PostgresLedgerStore({ query, connect } as never, { schema });
const client = await createPixClient({ ...bank, retry: { budget: 1000 } });
// Short leases, so that the others soon take over.
const subject = new LedgerProcess(store, client, { deadline: 1000, lease: 4000 });
for (const event of ['opened', 'paid', 'cancelled'] as const) {
  subject.on(event, async (charge, context) => {
    await context.transaction((tx) =>
      tx.query(`INSERT INTO ${schema}.effects VALUES ($1, $2)`, [(charge as PixCharge).id, event]),
    );
  });
}
subject.engine.start();

for (const id of open) {
  const own = await pool.connect();
  own.on('error', () => undefined);
  try {
    await own.query('BEGIN');
    count('INSERT');
    await own.query(`INSERT INTO ${schema}.orders VALUES ($1) ON CONFLICT DO NOTHING`, [id]);
    await subject.ledger.in(own).open(cob(id));
    count('COMMIT');
    await own.query('COMMIT');
  } finally {
    own.release();
  }
  const charge = await subject.ledger.ready(id);
  if (id.startsWith('cancel')) {
    const other = await pool.connect();
    await other.query('BEGIN');
    await subject.ledger.in(other).cancel(charge.id);
    await other.query('COMMIT');
    other.release();
  }
}
process.send?.('opened');
process.on('message', () => {
  void subject.stop().then(async () => {
    await client.close();
    await pool.end();
    process.disconnect();
  });
});
