import { describe, expect, it } from '@jest/globals';
import { areas } from './areas.js';
import type { Changes } from './changed.js';
import type { AreaMutants } from './mutants/list-mutants.js';
import { planRun, type Plan } from './plan.js';

const file = 'test/mutation/fixture/limit.ts';
const choice = { seed: 1, limit: Infinity, changed: '' };
const noResults = { find: () => undefined };

/** Areas of 100 mutants each, on lines 1 to 100. */
const sources: AreaMutants[] = ['one', 'two', 'three', 'four'].map((name, area) => ({
  area: { ...areas[0]!, name },
  mutants: Array.from({ length: 100 }, (_, index) => ({
    id: area * 100 + index + 1,
    file: `${name}/${file}`,
    line: index + 1,
    kind: 'number',
    start: index,
    end: index + 1,
    original: '5',
    replacement: '6',
    form: 'expression',
  })),
}));

function changesIn(path: string, ...lines: number[]): Changes {
  return { base: 'abc123', lines: new Map([[path, new Set(lines)]]) };
}

function plan(changes: Changes | undefined, options: object = {}): Plan {
  return planRun(sources, { ...choice, ...options }, changes, noResults);
}

function listChosen({ areas: planned }: Plan): [string, number][] {
  return planned.map(({ area, chosen }) => [area.name, chosen.length]);
}

describe('planRun', () => {
  it('omits areas without a mutant on a changed line', () => {
    const planned = plan(changesIn(`two/${file}`, 3, 4, 101));
    expect(listChosen(planned)).toEqual([['two', 2]]);
    expect(planned.note).toBeUndefined();
  });

  it.each<[string, Changes | undefined]>([
    ['no merge base with origin/main', undefined],
    ['no mutant on a line changed since abc123', changesIn('README.md', 1)],
  ])('takes a sample of two areas when there is %s', (cause, changes) => {
    const planned = plan(changes, { seed: 7 });
    expect(planned.note).toBe(`--changed: ${cause}; evaluating a sample of 40 mutants with seed 7`);
    expect(listChosen(planned)).toEqual([
      ['four', 20],
      ['one', 20],
    ]);
  });

  it('chooses the same sample for the same seed only', () => {
    const ids = (seed: number) =>
      plan(undefined, { seed }).areas.flatMap(({ chosen }) => chosen.map(({ id }) => id));
    expect(ids(1)).toEqual(ids(1));
    expect(ids(1)).not.toEqual(ids(2));
  });

  it('chooses all mutants without --changed', () => {
    const planned = plan(undefined, { changed: undefined });
    expect(listChosen(planned)).toEqual(sources.map(({ area }) => [area.name, 100]));
    expect(planned.note).toBeUndefined();
  });

  it.each([{ sample: 5 }, { limit: 5 }])('chooses at most as many mutants as %j', (options) => {
    const planned = plan(changesIn(`two/${file}`, 1, 2, 3, 4, 5, 6, 7), options);
    expect(listChosen(planned)).toEqual([['two', 5]]);
    expect(planned.areas[0]!.distinct).toBe(100);
  });

  it('chooses the survivors of earlier results', () => {
    const statuses = new Map([
      [1, 'survived'],
      [2, 'killed'],
      [3, 'timeout'],
      [4, 'no coverage'],
    ] as const);
    const find = ({ id }: { id: number }) => {
      const status = statuses.get(id as 1);
      return status && { key: '', place: '', original: '', replacement: '', status };
    };
    const options = { ...choice, changed: undefined, survivors: '' };
    const { areas: planned } = planRun(sources, options as never, undefined, { find });
    const ids = planned.flatMap(({ chosen }) => chosen.map(({ id }) => id));
    expect(ids.sort()).toEqual([1, 4]);
  });
});
