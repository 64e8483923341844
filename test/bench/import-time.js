/**
 * Prints the milliseconds of CPU that the last modules take to load:
 * `node test/bench/import-time.js <import|require> <modules before> <modules>`, with commas between modules.
 */
import { createRequire } from 'node:module';

const [system, before, measured] = process.argv.slice(2);
const require = createRequire(import.meta.url);

async function load(modules) {
  for (const name of modules.split(',').filter(Boolean)) {
    if (system === 'require') require(name);
    else await import(name);
  }
}

await load(before);
const start = process.cpuUsage();
await load(measured);
const { user, system: kernel } = process.cpuUsage(start);
console.log((user + kernel) / 1000);
process.exit(0);
