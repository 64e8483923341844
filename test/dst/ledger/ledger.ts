import { Command } from 'commander';
import { findLedgerDefects } from './defects.js';
import { simulateLedger } from './simulate.js';

const options = new Command('dst --model ledger')
  .argument('[from]', 'the first seed', Number, 1)
  .argument('[seeds]', 'how many', Number, 100)
  .argument('[mode]', 'first: stop at a violation; trace: print every step; defects: plant defects')
  .argument('[name]', 'of a defect')
  .parse();
const [from, seeds, mode, name] = options.processedArgs as [number, number, string?, string?];

process.exitCode = (await (mode === 'defects' ? findLedgerDefects(seeds, name) : run())) ? 0 : 1;

async function run(): Promise<boolean> {
  const began = performance.now();
  let failed = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { violations, log } = await simulateLedger(seed);
    if (mode === 'trace') console.log(log.join('\n'));
    if (violations.length === 0) continue;
    failed += 1;
    console.log(`seed ${seed}: ${violations.slice(0, 3).join('; ')}`);
    if (mode === 'first') return false;
  }
  const took = (performance.now() - began) / 1000;
  console.log(`${seeds} seeds, ${failed} with violations, ${took.toFixed(1)} s`);
  return failed === 0;
}
