import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TestAuthority } from '../../support/certificates.js';
import type { GrowthOrder } from '../growth-server.js';
import { measure, startServer, withStores } from '../receiver-load.js';
import type { Group } from '../results.js';
import { charge, solicitada } from '../transport-load.js';
import type { BenchSection } from './section.js';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../growth-process.js', import.meta.url));

/** After how many operations the cost is measured, and over how many of the last ones. */
const MARKS = [10_000, 100_000, 1_000_000];
const SAMPLE = 5_000;
/** Pix in each notification, and notifications that are built at once. */
const [PIX, CHUNK] = [100, 1_000];

/** Microseconds of CPU for each operation, and bytes of memory if they are known. */
type Costs = readonly (readonly [cpu: number, memory: number | undefined])[];

function toGroup(title: string, costs: Costs): Group {
  const rows = costs.map(([cpu, memory], index) => {
    const ratio = cpu / (costs[0]?.[0] ?? NaN);
    const name = `after ${MARKS[index]?.toLocaleString('en')}`;
    return { name, ratio, low: ratio, high: ratio, values: [cpu, memory ? memory / 1e6 : null] };
  });
  return { title, rows };
}

async function measureClient(): Promise<Group[]> {
  const authority = await TestAuthority.create();
  const [certificate, client] = [await authority.issueServer(), await authority.issueClient()];
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  const server = fork(fileURLToPath(new URL('../growth-server.ts', import.meta.url)));
  try {
    server.send({ certificate, ca: authority.cert, charge } satisfies GrowthOrder);
    const [port] = (await once(server, 'message')) as [number];
    const order = join(folder, 'order.json');
    const details = { marks: MARKS, sample: SAMPLE, port, ca: authority.cert, ...client };
    await writeFile(order, JSON.stringify({ ...details, body: solicitada }));
    const start = async (kind: string) => {
      const { stdout } = await run(process.execPath, ['--expose-gc', script, kind, order]);
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Costs;
    };
    return [
      toGroup('Calls of a client', await start('calls')),
      toGroup('Charges of one iteration, 10,000 in each period', await start('records')),
    ];
  } finally {
    server.disconnect();
    await rm(folder, { recursive: true });
  }
}

async function measureStore(variant: 'memory' | 'Redis' | 'PostgreSQL'): Promise<Group> {
  const server = await startServer('Fastify', variant);
  try {
    const post = (events: number) => measure(server, events / PIX, { pix: PIX, concurrent: 4 });
    const costs: [number, number][] = [];
    let done = 0;
    for (const mark of MARKS) {
      for (let left = mark - SAMPLE - done; left > 0; left -= CHUNK * PIX)
        await post(Math.min(left, CHUNK * PIX));
      const { cpu } = await post(SAMPLE);
      costs.push([cpu / PIX, await server.memory()]);
      done = mark;
    }
    return toGroup(`Events of a receiver, in ${variant}`, costs);
  } finally {
    server.stop();
  }
}

/** Needs PostgreSQL and Redis, and takes some minutes. */
export const growthSection: BenchSection = {
  id: 'growth',
  title: 'Growth',
  text: `CPU time of the process for each of the last ${SAMPLE.toLocaleString('en')} operations, in relation to the first row, and its live objects and buffers, after as many operations as the row says. The client has its default options; each call creates a charge of its own. An iteration splits its period by days (\`splitPeriods\`), and keeps the identifiers of two periods. Events arrive in notifications of ${PIX} Pix and stay in their store, which is another process for Redis and PostgreSQL; the store in memory forgets the oldest beyond its limit. The rows are measured minutes apart: other load on the machine shows in the CPU time, not in the memory.`,
  columns: [
    { name: 'CPU, µs', digits: 1 },
    { name: 'memory, MB', digits: 1 },
  ],
  rounds: 1,
  run: async () => [
    ...(await measureClient()),
    await measureStore('memory'),
    ...(await withStores(async () => [
      await measureStore('Redis'),
      await measureStore('PostgreSQL'),
    ])),
  ],
};
