/**
 * Measures the charges per second that the simulator creates over kept-alive mutual TLS, per core, with 100,000 stored
 * charges, and the memory per charge. The load comes from another process. Run it with
 * `npm run bench:simulator`; it fails below 2,000 per second and core.
 */
import { startSimulator, type Round } from './simulator-load.js';

const IN_STORE = Number(process.env.BENCH_CHARGES ?? 100_000);
const ROUND = Number(process.env.BENCH_CALLS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LIMIT = 2_000;
const MAX_MS = 300_000;

function line(what: string, { perCore, perSecond, memory }: Round): void {
  const [core, wall] = [perCore.toFixed(0), perSecond.toFixed(0)].map((text) => text.padStart(6));
  process.stdout.write(
    `${what.padEnd(28)} ${core ?? ''} /s per core  ${wall ?? ''} /s  ${memory.toFixed(0).padStart(5)} bytes per charge\n`,
  );
}

const limit = setTimeout(() => {
  process.stderr.write('The benchmark took too long.\n');
  process.exit(1);
}, MAX_MS);
limit.unref();

const simulator = await startSimulator();
await simulator.round(2_000);
line(`the first ${IN_STORE}`, await simulator.round(IN_STORE));
const rounds: Round[] = [];
for (let count = 0; count < ROUNDS; count += 1) {
  rounds.push(await simulator.round(ROUND));
}
rounds.sort((one, other) => one.perCore - other.perCore);
const median = rounds[Math.floor(rounds.length / 2)];
if (median === undefined) throw new Error('No round was measured.');
line(`${ROUND} more, median of ${ROUNDS}`, median);
simulator.stop();
clearTimeout(limit);

if (!(median.perCore >= LIMIT)) {
  process.stderr.write(`below ${LIMIT} charges a second and core\n`);
  process.exitCode = 1;
}
