/**
 * Fails if the library costs more, in relation to what it is built on, than ratio-limits.json allows: `npm run
 * bench:check`, after a build. Both sides of a ratio are measured in turn, in one run, and the median of the rounds
 * counts; except for the validation they are CPU time, so that other load on the machine has little effect. The limits
 * are about 1.5 times the measured values, that of the import 1.2 times: they detect a change of the design, not of a
 * detail.
 */
import { readFileSync } from 'node:fs';
import { type Format, measureImport } from './import-cost.js';
import { median } from './median.js';
import { measure as measureReceiver, startServer } from './receiver-load.js';
import type { Platform } from './receiver-server.js';
import { startSimulator } from './simulator-load.js';
import {
  BARE as BARE_CALL,
  INTERCEPTED,
  measure as measureCall,
  OBSERVED,
  openTransport,
  SENT,
  WHOLE,
} from './transport-calls.js';
import { BARE as BARE_VALIDATION, measureValidation, OURS } from './validation-cost.js';

const ROUNDS = 7;
const CALLS = 1_000;

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

async function compareTransport(): Promise<Record<string, number>> {
  const transport = await openTransport();
  const simulator = await startSimulator();
  const cost = (name: string) => () => measureCall(transport.calls[name]!, CALLS);
  try {
    return {
      'request to bare https': await compare(cost(SENT), cost(BARE_CALL)),
      'intercepted request to bare https': await compare(cost(INTERCEPTED), cost(BARE_CALL)),
      'client call to bare https': await compare(cost(WHOLE), cost(BARE_CALL)),
      'OpenTelemetry without an SDK to none': await compare(cost(OBSERVED), cost(WHOLE)),
      'simulated charge to bare https': await compare(
        async () => 1e6 / (await simulator.round(CALLS)).perCore,
        () => transport.load(CALLS),
      ),
    };
  } finally {
    transport.stop();
    simulator.stop();
  }
}

async function compareReceiver(platform: Platform): Promise<Record<string, number>> {
  const [ours, bare] = [await startServer(platform, 'memory'), await startServer(platform, 'bare')];
  const cost = (server: typeof ours) => async () => (await measureReceiver(server, CALLS)).cpu;
  try {
    return { [`receiver to bare handler, ${platform}`]: await compare(cost(ours), cost(bare)) };
  } finally {
    ours.stop();
    bare.stop();
  }
}

async function compareValidation(): Promise<Record<string, number>> {
  const micros = await measureValidation();
  const ratio = (micros.get(OURS) ?? NaN) / (micros.get(BARE_VALIDATION) ?? NaN);
  return { 'validation to bare class-validator': ratio };
}

async function compareImport(format: Format): Promise<Record<string, number>> {
  const ratio = await compare(
    () => measureImport(format, true),
    () => measureImport(format, false),
  );
  return { [`import to Nest, ${format}`]: ratio };
}

const limits = JSON.parse(
  readFileSync(new URL('./ratio-limits.json', import.meta.url), 'utf8'),
) as Record<string, number>;
const ratios: Record<string, number> = {
  ...(await compareImport('ESM')),
  ...(await compareImport('CommonJS')),
  ...(await compareTransport()),
  ...(await compareReceiver('Express')),
  ...(await compareReceiver('Fastify')),
  ...(await compareValidation()),
};
for (const [name, ratio] of Object.entries(ratios)) {
  const limit = limits[name];
  const holds = limit !== undefined && ratio <= limit;
  if (!holds) process.exitCode = 1;
  const verdict = holds ? '' : ': above the limit';
  console.log(`${name.padEnd(36)} ×${ratio.toFixed(2)} of ×${limit ?? 'unset'}${verdict}`);
}
