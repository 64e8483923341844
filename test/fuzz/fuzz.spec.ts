import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { fuzz } from './fuzz-target.js';
import { targets } from './targets/index.js';

// The same share at every run; `npm run fuzz` tries 100,000 new ones.
it.each(targets.map((target) => [target.name, target] as const))('%s', async (_name, target) => {
  await expect(fuzz(target, { runs: 300, seed: 20_261_121 })).resolves.toBeUndefined();
});
