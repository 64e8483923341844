import { openPostgres, openRedis, POSTGRES_URL, REDIS_URL } from '../services/support/servers.js';

export interface TestServer {
  name: string;
  url: string;
  /** Environment variable that selects another server. */
  variable: string;
  /** Connects and disconnects. Rejects when the server cannot be reached. */
  tryOut: () => Promise<void>;
}

const servers: readonly TestServer[] = [
  {
    name: 'PostgreSQL',
    url: POSTGRES_URL,
    variable: 'TEST_DATABASE_URL',
    tryOut: async () => {
      const pool = await openPostgres(1);
      await pool.end();
    },
  },
  {
    name: 'Redis',
    url: REDIS_URL,
    variable: 'TEST_REDIS_URL',
    tryOut: async () => {
      const redis = await openRedis();
      redis.disconnect();
    },
  },
];

/**
 * Checks the servers before the run: without them the tests would fail and the score would be too low.
 *
 * @throws Error that names the servers that cannot be reached
 */
export async function checkServers(needed: readonly TestServer[] = servers): Promise<void> {
  const results = await Promise.allSettled(needed.map(({ tryOut }) => tryOut()));
  const missing = needed.filter((_server, index) => results[index]!.status === 'rejected');
  if (missing.length === 0) return;
  const lines = missing.map(
    ({ name, url, variable }) =>
      `${name} cannot be reached at ${new URL(url).host}: start it, or set ${variable}`,
  );
  throw new Error(lines.join('\n'));
}
