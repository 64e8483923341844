import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz-target.js';
import { targets } from './targets/index.js';

/** `npm run fuzz -- [--runs 100000] [--seed n] [name …]`; a name is a part of the target's name. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } },
});
const runs = Number(values.runs);
const chosen = targets.filter(
  ({ name }) =>
    positionals.length === 0 ||
    positionals.some((part) => name.toLowerCase().includes(part.toLowerCase())),
);

let failures = 0;
for (const target of chosen) {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  const start = performance.now();
  try {
    await fuzz(target, { runs, seed });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${target.name}: ${runs} cases in ${seconds} s, seed ${seed}`);
  } catch (error) {
    failures += 1;
    console.error(`${target.name}: FAILED, seed ${seed}\n${String(error)}`);
  }
}
process.exitCode = failures === 0 ? 0 : 1;
