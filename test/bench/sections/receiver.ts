import { compare } from '../compare.js';
import { CONCURRENT, measure, type Server, startServer, withStores } from '../receiver-load.js';
import type { Platform, Variant } from '../receiver-server.js';
import type { Group } from '../results.js';
import type { BenchSection } from './section.js';

/** Notifications per measurement. With few, what is measured is how a process begins: new connections and cold caches. */
const COUNT = 10_000;
const platforms: readonly Platform[] = ['Express', 'Fastify'];
const names: Readonly<Record<Variant, string>> = {
  bare: 'bare Nest handler',
  memory: 'nestjs-pix, events in memory',
  Redis: 'nestjs-pix, events in Redis',
  PostgreSQL: 'nestjs-pix, events in PostgreSQL',
  BullMQ: 'nestjs-pix, events in BullMQ',
};

/** Measures a server once: its cost, then the other columns. */
type MeasureServer = (server: Server) => Promise<readonly number[]>;

async function compareServers(
  title: string,
  platform: Platform,
  rounds: number,
  warmUps: number,
  measureServer: MeasureServer,
): Promise<Group> {
  const servers: Server[] = [];
  try {
    for (const variant of Object.keys(names) as Variant[]) {
      servers.push(await startServer(platform, variant));
    }
    const variants = servers.map((server) => ({
      name: names[server.variant],
      measure: () => measureServer(server),
    }));
    return { title, rows: await compare(variants, rounds, warmUps) };
  } finally {
    for (const server of servers) server.stop();
  }
}

/** Needs PostgreSQL (TEST_DATABASE_URL) and Redis (TEST_REDIS_URL). */
export const receiverSection: BenchSection = {
  id: 'receiver',
  title: 'Receiver and stores',
  text: `CPU time of a server per notification, in relation to a Nest handler that only counts the notified Pix. The receiver checks the secret in constant time, reads and validates the body, claims the event in its store, runs an empty handler and records that it is complete. With BullMQ it seals the event, puts it into the queue and answers: handlers run in worker processes, which are not started here. Every event is new, and Node's HTTP client sends ${CONCURRENT} at a time, ${COUNT.toLocaleString('en')} for a measurement. 99 % of the answers take p99 at most, with the server at its limit. The work of Redis and PostgreSQL happens in their own processes, on the same machine: it lowers the rate, not the CPU time of the server.`,
  columns: [
    { name: 'CPU, µs', digits: 0 },
    { name: 'notifications per second', digits: 0 },
    { name: 'p99, ms', digits: 1 },
  ],
  rounds: 9,
  run: (rounds) =>
    withStores(async () => {
      const groups: Group[] = [];
      for (const platform of platforms) {
        const group = await compareServers(
          `Receiver on ${platform}`,
          platform,
          rounds,
          1,
          async (server) => {
            const { cpu, rate, p99 } = await measure(server, COUNT);
            return [cpu, rate, p99];
          },
        );
        groups.push(group);
      }
      return groups;
    }),
};

/** Pix in a notification, up to the default of `maxEvents`, and notifications per measurement. */
const sizes = [
  [100, 20],
  [1_000, 5],
] as const;

/** Needs PostgreSQL and Redis as well. */
export const notificationSection: BenchSection = {
  id: 'notification',
  title: 'Notifications with many Pix',
  text: 'Time until the answer to a notification, in relation to a Nest handler that only counts the notified Pix, on Fastify. The receiver claims all events of the notification at once, runs an empty handler for each, ten at a time, and completes them together. With BullMQ it puts all events into the queue at once. Notifications are sent one after another. The CPU time is that of the server.',
  columns: [
    { name: 'time, ms', digits: 1 },
    { name: 'CPU, ms', digits: 1 },
  ],
  rounds: 7,
  run: (rounds) =>
    withStores(async () => {
      const groups: Group[] = [];
      for (const [pix, count] of sizes) {
        const title = `Notification with ${pix.toLocaleString('en')} Pix`;
        const group = await compareServers(title, 'Fastify', rounds, 20, async (server) => {
          const { cpu, rate } = await measure(server, count, { pix, concurrent: 1 });
          return [1000 / rate, cpu / 1000];
        });
        groups.push(group);
      }
      return groups;
    }),
};
