import { describe, expect, it } from '@jest/globals';
import { areas } from './areas.js';
import { parseDiff, touches } from './changed.js';
import { equivalents, separateEquivalents } from './equivalent.js';
import type { Status } from './evaluator.js';
import { readLine } from './files.js';
import { listMutants } from './mutants/list-mutants.js';
import type { Mutant } from './mutants/mutant.js';
import {
  findFailures,
  formatSummary,
  formatSurvivors,
  formatTable,
  type AreaResult,
} from './report.js';

const mutant: Mutant = {
  id: 1,
  file: 'lib/a.ts',
  line: 11,
  kind: 'number',
  start: 0,
  end: 1,
  original: '5',
  replacement: '6',
  form: 'expression',
};

const diff = `
--- a/lib/a.ts
+++ b/lib/a.ts
@@ -3 +3,0 @@ removed
@@ -9,2 +10,2 @@ changed
--- a/lib/b.ts
+++ b/lib/b.ts
@@ -1 +1 @@
`;

describe('changed lines', () => {
  it('parseDiff returns the changed lines of a diff', () => {
    const changed = parseDiff(diff);
    expect([...changed].map(([file, lines]) => [file, ...lines])).toEqual([
      ['lib/a.ts', 10, 11],
      ['lib/b.ts', 1],
    ]);
  });

  it.each([
    [{}, true],
    [{ line: 12 }, false],
    [{ line: 8, original: 'a\nb\nc' }, true],
    [{ line: 8, original: 'a\nb' }, false],
    [{ file: 'lib/c.ts' }, false],
  ])('touches a mutant with %o: %p', (change, expected) => {
    expect(touches(parseDiff(diff), { ...mutant, ...change })).toBe(expected);
  });
});

describe('equivalent mutants', () => {
  const entry = { file: 'lib/a.ts', original: '5', replacement: '6', reason: 'a reason' };

  it('are not evaluated', () => {
    const separated = separateEquivalents(
      [mutant, { ...mutant, replacement: '4' }],
      [entry],
      () => '',
    );
    expect(separated.equivalent).toEqual([mutant]);
    expect(separated.toEvaluate).toHaveLength(1);
    expect(separated.stale).toEqual([]);
  });

  it('are stale when no mutant matches', () => {
    const stale = { ...entry, line: 'gone' };
    expect(separateEquivalents([mutant], [stale], () => 'const a = 5;').stale).toEqual([stale]);
  });

  it('of this project each match a mutant', () => {
    const all = listMutants().flatMap(({ mutants }) => mutants);
    expect(separateEquivalents(all, equivalents, readLine).stale).toEqual([]);
  });
});

function result(...statuses: Status[]): AreaResult {
  const evaluations = statuses.map((status) => ({ mutant, status }));
  const area = { ...areas[0]!, name: 'one', threshold: 80 };
  return { area, evaluations, chosen: 10, left: 3, equivalent: 1, evaluating: 2000 };
}

/** A result with many evaluated mutants. */
function count(killed: number, survived: number, left: number): AreaResult {
  const statuses: Status[] = [
    ...Array.from({ length: killed }, () => 'killed' as const),
    ...Array.from({ length: survived }, () => 'survived' as const),
  ];
  return { ...result(...statuses), left };
}

describe('the mutation report', () => {
  const below = 'one is below 80 %';
  const allBelow = 'all areas together are below 80 %';

  it.each<[Status[], string[]]>([
    [['killed', 'timeout', 'killed', 'killed', 'survived'], []],
    [['killed', 'killed', 'killed', 'survived'], [below]],
    [['killed', 'killed', 'killed', 'no coverage'], [below]],
    [['killed', 'killed', 'killed', 'unsound'], [below]],
  ])('for all mutants of an area, %j, has the failures %j', (statuses, expected) => {
    expect(findFailures([{ ...result(...statuses), left: 0 }])).toEqual(expected);
  });

  it.each<[AreaResult[], string[]]>([
    // At 80 %, 22 or more of 60 are undetected in 1 of 489 samples, 23 or more in 1 of 1,234.
    [[count(38, 22, 1)], []],
    [[count(37, 23, 1)], [below]],
    [[count(0, 4, 1)], []],
    [[count(0, 5, 1)], [below]],
    [[count(38, 22, 1), count(38, 22, 1)], [allBelow]],
    [[count(38, 22, 1), count(60, 0, 1)], []],
    [[result()], ['one: none of the 10 chosen mutants was evaluated']],
  ])('for samples has the expected failures (%#)', (results, expected) => {
    expect(findFailures(results)).toEqual(expected);
  });

  it('shows counts and scores', () => {
    const table = formatTable([result('killed', 'killed', 'survived', 'timeout')]);
    expect(table.split('\n')[1]).toMatch(
      /8 +2 +1 +1 +0 +75\.0 % +80 % +3 not evaluated, 1 equivalent$/,
    );
  });

  it('states how many mutants were evaluated', () => {
    expect(formatSummary([result('killed'), result('killed', 'survived')], 65_000)).toBe(
      '3 of 20 chosen mutants evaluated in 4 s, 65 s in all',
    );
  });

  it('lists the position and the change of undetected mutants', () => {
    expect(formatSurvivors([result('killed', 'survived')])).toBe(
      'lib/a.ts:11 [survived, number] 5  →  6',
    );
  });
});
