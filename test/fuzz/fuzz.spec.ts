import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { fuzz } from './fuzz-target.js';
import { targets } from './targets/index.js';

// Always the same inputs; `npm run fuzz` generates 100,000 new ones.
it.each(targets.map((target) => [target.name, target] as const))(
  'the fuzz target %s finds no failure',
  async (_name, target) => {
    await expect(fuzz(target, { runs: 300, seed: 20_261_121 })).resolves.toBeUndefined();
  },
);
