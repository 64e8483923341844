/**
 * CPU of one call over kept-alive mutual TLS, as a ratio to bare node:https. The server is another
 * process, rounds of the variants alternate so that other load on the machine affects them alike,
 * and the median round counts. Run it with `npm run bench:transport`.
 */
import { median } from './median.js';
import { measure, openTransport } from './transport-calls.js';
import { CONCURRENT } from './transport-load.js';

const CALLS = Number(process.env.BENCH_CALLS ?? 2000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const MAX_MS = 60_000;

const { calls, stop } = await openTransport();
const names = Object.keys(calls);
const results = new Map<string, number[]>(names.map((name) => [name, []]));
const deadline = Date.now() + MAX_MS;

for (const call of Object.values(calls)) await measure(call, CALLS);
for (let round = 0; round < ROUNDS && Date.now() < deadline; round++) {
  for (const [name, call] of Object.entries(calls)) {
    results.get(name)?.push(await measure(call, CALLS));
  }
}
stop();

const base = median(results.get(names[0] ?? '') ?? []);
console.log(`CPU per call, ${CONCURRENT} concurrent, ${CALLS} calls a round, median of rounds`);
for (const [name, values] of results) {
  const micros = median(values);
  console.log(
    `${name.padEnd(32)} ${micros.toFixed(1).padStart(7)} µs  ×${(micros / base).toFixed(2)}`,
  );
}
