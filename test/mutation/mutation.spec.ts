import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Area } from './areas.js';
import { collectCoverage, type Coverage } from './coverage.js';
import { Evaluator, type Evaluation } from './evaluator.js';
import { root } from './files.js';
import { listMutants, writeInstrumented } from './mutants/list-mutants.js';
import type { Mutant } from './mutants/mutant.js';

const folder = 'test-output/mutation-fixture/';
const area: Area = {
  name: 'fixture',
  sources: ['test/mutation/fixture/limit.ts'],
  specs: ['test/mutation/fixture/limit-tests.ts'],
  threshold: 0,
};

let mutants: Mutant[];
let coverage: Coverage;
let evaluator: Evaluator;

beforeAll(async () => {
  rmSync(join(root, folder), { recursive: true, force: true });
  const listed = listMutants([area]);
  writeInstrumented(listed, folder);
  mutants = listed.flatMap((one) => one.mutants);
  coverage = await collectCoverage(area.specs, { workers: 1, onFile: () => undefined, folder });
  evaluator = new Evaluator(coverage, mutants, folder);
});

afterAll(() => {
  evaluator.stop();
});

async function evaluateChange(original: string, replacement: string): Promise<Evaluation> {
  const mutant = mutants.find(
    (one) => one.original === original && one.replacement === replacement,
  );
  if (mutant === undefined) throw new Error(`no mutant ${original} → ${replacement}`);
  return evaluator.evaluate(mutant);
}

describe('a mutation run', () => {
  it('collects the tests, which pass without a mutant', () => {
    const tests = coverage.files.flatMap((file) => file.tests);
    expect(tests.map(({ name, failure }) => [name, failure])).toEqual([
      ['returns for 5: 5', undefined],
      ['returns for 500: 100', undefined],
      ['returns the end', undefined],
    ]);
  });

  it('names the test that detects a mutant', async () => {
    expect(await evaluateChange('value > HIGHEST', 'value <= HIGHEST')).toMatchObject({
      status: 'killed',
      by: expect.stringContaining('returns for 5: 5'),
    });
  });

  it('reports a mutant that no test detects', async () => {
    const { status } = await evaluateChange('value > HIGHEST', 'value >= HIGHEST');
    expect(status).toBe('survived');
  });

  it('reports code that no test executes', async () => {
    const { status } = await evaluateChange('true', 'false');
    expect(status).toBe('no coverage');
  });

  it('detects a mutant that is executed while the module is loaded', async () => {
    expect((await evaluateChange('100', '101')).status).toBe('killed');
  });

  it('stops an infinite loop and evaluates the next mutant', async () => {
    expect((await evaluateChange('count += 1;', '')).status).toBe('timeout');
    expect((await evaluateChange('value', 'undefined')).status).toBe('killed');
  });
});
