/**
 * Fails if the library costs more, in relation to what it is built on, than ratio-limits.json allows: `npm run
 * bench:check`, after a build. Both sides of a ratio are measured in turn, in one run, and the median of the rounds
 * counts; most are CPU time, so that other load on the machine has little effect. What is above its limit is measured
 * again, and the lowest value counts. The library is measured as it is built. The limits are about 1.3 times what was
 * measured. That of a refused request is set by the design. Needs PostgreSQL and Redis (CONTRIBUTING.md).
 */
import { readFileSync } from 'node:fs';
import { TestAuthority } from '../support/certificates.js';
import {
  BARE as BARE_CALL,
  clientVariants,
  HOOKED,
  INTERCEPTED,
  OBSERVED,
  OURS as OURS_CALL,
} from './client/variants.js';
import { type Format, measureImport } from './import-cost.js';
import { median } from './median.js';
import {
  type Cost,
  measure as measureReceiver,
  type Server,
  startServer,
  withStores,
} from './receiver-load.js';
import type { Platform } from './receiver-server.js';
import { measureRefusals } from './refusal-load.js';
import { compareClients } from './sections/client.js';
import { startSimulator } from './simulator-load.js';
import { startServer as startHttpsServer } from './transport-load.js';
import { BARE as BARE_VALIDATION, measureValidation, OURS } from './validation-cost.js';

type Ratios = Readonly<Record<string, number>>;

const ROUNDS = 7;
const CALLS = 1_000;
/** How often a group of ratios is measured, while one of them is above its limit. */
const ATTEMPTS = 3;

const stores = ['memory', 'Redis', 'PostgreSQL'] as const;

/** Measures the cost of the library and of its baseline alternately; the first round is a warm-up. */
async function compare(ours: () => Promise<number>, bare: () => Promise<number>): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const base = await bare();
    const cost = await ours();
    if (round > 0) ratios.push(cost / base);
  }
  return median(ratios);
}

async function compareCalls(): Promise<Ratios> {
  const names = [BARE_CALL, OURS_CALL, HOOKED, OBSERVED, INTERCEPTED];
  const indexes = names.map((name) => clientVariants.findIndex((variant) => variant.name === name));
  const [, ours = NaN, hooked = NaN, observed = NaN, intercepted = NaN] = (
    await compareClients(indexes, ROUNDS)
  ).map(({ ratio }) => ratio);
  return {
    'client call to bare https': ours,
    'intercepted client call to bare https': intercepted,
    'hooks to none': hooked / ours,
    'OpenTelemetry without an SDK to none': observed / ours,
  };
}

async function compareCharges(): Promise<Ratios> {
  const authority = await TestAuthority.create();
  const server = await startHttpsServer(authority, await authority.issueClient());
  const simulator = await startSimulator();
  try {
    // Until the code is compiled.
    await simulator.create(10 * CALLS);
    await server.load(10 * CALLS);
    return {
      'simulated charge to bare https': await compare(
        () => simulator.create(CALLS),
        () => server.load(CALLS),
      ),
    };
  } finally {
    server.stop();
    await simulator.stop();
  }
}

async function compareReceiver(platform: Platform): Promise<Ratios> {
  const [ours, bare] = [await startServer(platform, 'memory'), await startServer(platform, 'bare')];
  const cost = (server: typeof ours) => async () => (await measureReceiver(server, CALLS)).cpu;
  try {
    return { [`receiver to bare handler, ${platform}`]: await compare(cost(ours), cost(bare)) };
  } finally {
    ours.stop();
    bare.stop();
  }
}

/** Posts notifications with `pix` Pix to each server in turn. Returns the costs of the rounds, after a warm-up. */
async function measureRounds(servers: readonly Server[], pix: number, count: number) {
  const rounds: Cost[][] = [];
  for (let round = -2; round < 2 * ROUNDS; round += 1) {
    const costs: Cost[] = [];
    for (const server of servers) {
      costs.push(await measureReceiver(server, count, { pix, concurrent: 1 }));
    }
    if (round >= 0) rounds.push(costs);
  }
  return rounds;
}

/** Notifications with as many Pix as banks send, and with the default of `maxEvents`. */
async function compareNotifications(): Promise<Ratios> {
  const servers: Server[] = [];
  try {
    for (const variant of ['bare', ...stores] as const) {
      servers.push(await startServer('Fastify', variant));
    }
    const ratios: Record<string, number> = {};
    const [some, many] = [
      await measureRounds(servers, 100, 5),
      await measureRounds(servers.slice(1), 1_000, 1),
    ];
    for (const [index, store] of stores.entries()) {
      const pairs = some.map((costs) => [costs[0]!, costs[index + 1]!] as const);
      const times = pairs.map(([bare, ours]) => bare.rate / ours.rate);
      const cpu = pairs.map(([bare, ours]) => ours.cpu / bare.cpu);
      ratios[`100 Pix to bare handler, ${store}`] = median(times);
      ratios[`100 Pix to bare handler, CPU, ${store}`] = median(cpu);
      ratios[`1,000 Pix to a second, ${store}`] = median(
        many.map((costs) => 1 / costs[index]!.rate),
      );
    }
    return ratios;
  } finally {
    for (const server of servers) server.stop();
  }
}

/** What a stranger may make the receiver do with one request: less than 10 ms of CPU, of which a busy machine makes more. */
async function compareRefusals(): Promise<Ratios> {
  const rounds = await measureRefusals(ROUNDS);
  const costs = [...rounds.values()].map(median);
  return { 'refused request to 10 ms of CPU': Math.max(...costs) / 10_000 };
}

async function compareValidation(): Promise<Ratios> {
  const micros = await measureValidation();
  const ratio = (micros.get(OURS) ?? NaN) / (micros.get(BARE_VALIDATION) ?? NaN);
  return { 'validation to bare class-validator': ratio };
}

async function compareImport(format: Format): Promise<Ratios> {
  const ratio = await compare(
    () => measureImport(format, true),
    () => measureImport(format, false),
  );
  return { [`import to Nest, ${format}`]: ratio };
}

const limits = JSON.parse(
  readFileSync(new URL('./ratio-limits.json', import.meta.url), 'utf8'),
) as Ratios;

function holds([name, ratio]: readonly [string, number]): boolean {
  const limit = limits[name];
  return limit !== undefined && ratio <= limit;
}

/** Prints the ratios of a group. */
async function check(measureGroup: () => Promise<Ratios>): Promise<void> {
  let ratios = Object.entries(await measureGroup());
  for (let attempt = 1; attempt < ATTEMPTS && !ratios.every(holds); attempt += 1) {
    const again = await measureGroup();
    ratios = ratios.map(([name, ratio]) => [name, Math.min(ratio, again[name] ?? NaN)]);
  }
  for (const [name, ratio] of ratios) {
    const verdict = holds([name, ratio]) ? '' : ': above the limit';
    if (verdict !== '') process.exitCode = 1;
    console.log(`${name.padEnd(40)} ×${ratio.toFixed(2)} of ×${limits[name] ?? 'unset'}${verdict}`);
  }
}

await check(() => compareImport('ESM'));
await check(() => compareImport('CommonJS'));
await check(compareCalls);
await check(compareCharges);
await check(() => compareReceiver('Express'));
await check(() => compareReceiver('Fastify'));
await check(compareRefusals);
await check(() => withStores(compareNotifications));
await check(compareValidation);
