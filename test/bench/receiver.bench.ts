/**
 * What receiving a notification costs, as a ratio to a bare Nest POST handler in the same process and run: secret checked
 * in constant time, body read and understood, event looked up in the store, handed to its handler and remembered, each
 * event another one. Rounds of the two alternate, so that whatever else the machine does hits both alike, and the median
 * round counts. Run it with `npm run bench:receiver`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { buildPix } from '../../lib/testing.js';
import type { ServerAnswer, ServerOrder } from './receiver-server.js';

const CONCURRENT = 32;
const CALLS = Number(process.env.BENCH_CALLS ?? 2000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const MAX_MS = 30_000;
const SECRET = 'a-long-and-random-secret-of-benchmarks';
const paths = { bare: '/bare', receiver: `/webhooks/pix/pix?hmac=${SECRET}` };

interface Cost {
  /** Of the server, in microseconds of CPU a notification. */
  cpu: number;
  /** Notifications a second. */
  rate: number;
}

async function startServer(platform: string) {
  const child = fork(fileURLToPath(new URL('./receiver-server.ts', import.meta.url)));
  child.send({ platform, secret: SECRET } satisfies ServerOrder);
  const [{ port }] = (await once(child, 'message')) as [ServerAnswer & { port: number }];
  const cpu = async () => {
    child.send('cpu');
    const [answer] = (await once(child, 'message')) as [ServerAnswer & { cpu: number }];
    return answer.cpu;
  };
  return { port, cpu, stop: () => child.disconnect() };
}

function post(agent: Agent, port: number, path: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const call = request(
      { agent, host: '127.0.0.1', port, path, method: 'POST', headers },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume();
        response.on('end', resolve);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

async function measure(
  server: Awaited<ReturnType<typeof startServer>>,
  path: string,
): Promise<Cost> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT });
  const bodies = Array.from({ length: CALLS }, () => JSON.stringify({ pix: [buildPix()] }));
  const worker = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      await post(agent, server.port, path, body);
    }
  };
  const [cpu, start] = [await server.cpu(), performance.now()];
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { cpu: ((await server.cpu()) - cpu) / CALLS, rate: CALLS / seconds };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

for (const platform of ['Express', 'Fastify']) {
  const server = await startServer(platform);
  const costs: Record<keyof typeof paths, Cost[]> = { bare: [], receiver: [] };
  const deadline = Date.now() + MAX_MS;
  for (const path of Object.values(paths)) await measure(server, path);
  for (let round = 0; round < ROUNDS && Date.now() < deadline; round += 1) {
    costs.bare.push(await measure(server, paths.bare));
    costs.receiver.push(await measure(server, paths.receiver));
  }
  server.stop();
  const of = (name: keyof typeof paths, field: keyof Cost) =>
    median(costs[name].map((cost) => cost[field]));
  const row = (name: keyof typeof paths) =>
    `${of(name, 'rate').toFixed(0).padStart(7)}/s ${of(name, 'cpu').toFixed(0).padStart(6)} µs CPU`;
  console.log(`${platform}, ${CONCURRENT} concurrent, ${CALLS} notifications a round`);
  console.log(`  bare POST handler  ${row('bare')}`);
  console.log(`  receiver           ${row('receiver')}`);
  const throughput = of('receiver', 'rate') / of('bare', 'rate');
  const cpu = of('receiver', 'cpu') / of('bare', 'cpu');
  console.log(`  receiver to bare   ×${throughput.toFixed(2)} throughput, ×${cpu.toFixed(2)} CPU`);
}
