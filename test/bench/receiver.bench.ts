/**
 * Measures the throughput of the receiver as a ratio to a bare Nest POST handler, in one run: the receiver checks the
 * secret in constant time, reads and validates the body, claims the event in its store, calls an empty handler and
 * records the completion. Each event is new. Every server is a separate process; rounds of all variants of a platform
 * alternate, so that other load on the machine affects them alike, and the median of the rounds counts.
 *
 * Run it with `npm run bench:receiver`. It needs PostgreSQL (TEST_DATABASE_URL) and Redis (TEST_REDIS_URL).
 * BENCH_CALLS, BENCH_ROUNDS and BENCH_CONCURRENT change the load; BENCH_PLATFORMS and BENCH_VARIANTS select. The load
 * comes from Node's HTTP client; BENCH_CLIENT=raw writes to sockets instead, which uses less CPU for the load generator
 * and shows the receiver's cost more clearly.
 */
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { median } from './median.js';
import {
  CONCURRENT,
  measure,
  name,
  postgresUrl,
  redisUrl,
  startServer,
  type Cost,
  type Server,
} from './receiver-load.js';
import type { Platform, Variant } from './receiver-server.js';

const CALLS = Number(process.env.BENCH_CALLS ?? 4000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const PLATFORMS = (process.env.BENCH_PLATFORMS ?? 'Express,Fastify').split(',') as Platform[];
const VARIANTS = (process.env.BENCH_VARIANTS ?? 'memory,Redis,PostgreSQL').split(',') as Variant[];
const MAX_MS = 120_000;

/**
 * The ratio that each variant must reach. A bare Fastify handler does as little as the load generator, so a store of
 * another process on the same machine has no required ratio there.
 */
const required: Record<Platform, Partial<Record<Variant, number>>> = {
  Express: { memory: 0.85, Redis: 0.8, PostgreSQL: 0.7 },
  Fastify: { memory: 0.85 },
};

function report(platform: Platform, servers: readonly Server[]): void {
  const of = (server: Server, field: keyof Cost) => median(server.costs.map((cost) => cost[field]));
  const [bare] = servers;
  if (!bare) return;
  for (const server of servers) {
    const [rate, cpu] = [of(server, 'rate'), of(server, 'cpu')];
    const ratio = rate / of(bare, 'rate');
    const least = required[platform][server.variant];
    const minimum = least === undefined ? '' : ` (at least ${least})`;
    const verdict = server === bare ? '' : `×${ratio.toFixed(2)}${minimum}`;
    console.log(
      `  ${server.variant.padEnd(10)} ${rate.toFixed(0).padStart(6)}/s ${cpu.toFixed(0).padStart(5)} µs CPU  ${verdict}`,
    );
  }
}

const pool = new Pool({ connectionString: postgresUrl });
const redis = new Redis(redisUrl);
await pool.query(`CREATE SCHEMA ${name}`);
for (const platform of PLATFORMS) {
  console.log(`${platform}: ${CONCURRENT} connections, ${CALLS} notifications per round`);
  const servers: Server[] = [];
  for (const variant of ['bare', ...VARIANTS] as const) {
    servers.push(await startServer(platform, variant));
  }
  for (const server of servers) await measure(server, CALLS); // warms up
  const deadline = Date.now() + MAX_MS;
  for (let round = 0; round < ROUNDS && Date.now() < deadline; round += 1) {
    for (const server of servers) server.costs.push(await measure(server, CALLS));
  }
  report(platform, servers);
  for (const server of servers) server.stop();
}
await pool.query(`DROP SCHEMA ${name} CASCADE`);
for await (const keys of redis.scanStream({ match: `${name}:*`, count: 1000 })) {
  if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
}
redis.disconnect();
await pool.end();
