import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Area } from './areas.js';
import { root } from './files.js';
import { listMutants, writeInstrumented } from './mutants/list-mutants.js';
import { planRun } from './plan.js';
import { findFailures, type AreaResult } from './report.js';
import { runArea, type AreaRun } from './run-area.js';
import { ResultStore } from './store.js';

const folder = 'test-output/mutation-area/';
const area: Area = {
  name: 'fixture',
  sources: ['test/mutation/fixture/limit.ts'],
  specs: ['test/mutation/fixture/limit-tests.ts'],
  threshold: 0,
};
const all = listMutants([area]);
const { areas: planned } = planRun(all, { seed: 1, limit: 3 }, undefined, {
  find: () => undefined,
});

beforeAll(() => {
  rmSync(join(root, folder), { recursive: true, force: true });
  writeInstrumented(all, folder);
});

function run(change: Partial<AreaRun>): Promise<AreaResult> {
  return runArea(planned[0]!, {
    options: { resume: false, workers: 1 },
    store: new ResultStore(`${folder}results.json`),
    time: Infinity,
    log: () => undefined,
    folder,
    ...change,
  });
}

describe('the time limit of an area', () => {
  it('starts after the run of the spec files without a mutant', async () => {
    const coverage = join(root, folder, 'coverage');
    rmSync(coverage, { recursive: true, force: true });
    // An hour passes in that run, and no time after it.
    const now = () => (existsSync(coverage) ? 3_600_000 : 0);
    const result = await run({ time: 1, now });
    expect(result).toMatchObject({ chosen: 3, evaluating: 0 });
    expect(result.evaluations).toHaveLength(3);
    expect(findFailures([result])).toEqual([]);
  });

  it('ends after the current mutant', async () => {
    let clock = 0;
    const { evaluations, left } = await run({ time: 1, now: () => clock++ });
    expect(evaluations).toHaveLength(1);
    expect(left).toBe(all[0]!.mutants.length - 1);
  });

  it('allows one mutant even if no time is left', async () => {
    const result = await run({ time: 0 });
    expect(result).toMatchObject({ chosen: 3, evaluations: [expect.anything()] });
    expect(findFailures([result])).toEqual([]);
  });
});
