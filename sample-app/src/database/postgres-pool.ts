import { drizzle } from 'drizzle-orm/node-postgres';
import { type ClientConfig, Pool, type PoolClient } from 'pg';

/** Milliseconds in which a connection must be free or open. */
const CONNECT_TIMEOUT = 10_000;

/** Milliseconds after which a query fails. Those of the shop take a few milliseconds, and wait for locks as long. */
const QUERY_TIMEOUT = 15_000;

/**
 * Makes the server end a session within a minute after this machine has vanished. The default is two hours, in which the
 * session would keep its locks.
 */
const KEEP_ALIVES = `SELECT set_config('tcp_keepalives_idle', '30', false),
  set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)`;

/** Options of every connection to the server. */
export function clientOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'nestjs-pix sample-app',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
  };
}

/**
 * Opens a pool that recovers from a server that vanishes without closing its connections, as in a failover: a query on such a
 * connection would wait for a quarter of an hour, and ten of them would use up the pool.
 */
export function openPool(url: string, queryTimeout = QUERY_TIMEOUT): Pool {
  const pool = new Pool({
    ...clientOptions(url),
    query_timeout: queryTimeout,
    // A server that refuses these settings has its own.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise, which its type omits
    onConnect: (client) => client.query(KEEP_ALIVES).then(ignore, ignore),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it ends the process.
  pool.on('error', ignore);
  return pool;
}

/** Opens Drizzle on a pool. A connection on which a transaction has failed is not used again: it may be broken. */
export function openOrm(pool: Pool) {
  const orm = drizzle(pool);
  // Drizzle itself never returns a connection whose `BEGIN` has failed to the pool.
  orm.transaction = async (work, config) => {
    const client = await pool.connect();
    // A connection that breaks between two queries must not end the process.
    client.on('error', ignore);
    return drizzle(client)
      .transaction(work, config)
      .then(
        (result) => {
          release(client);
          return result;
        },
        (error: unknown) => {
          release(client, error as Error);
          throw error;
        },
      );
  };
  return orm;
}

function release(client: PoolClient, broken?: Error): void {
  client.off('error', ignore);
  client.release(broken);
}

const ignore = () => undefined;
