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

describe('the mutation report', () => {
  const below = 'one is below 80 %';
  const allBelow = 'all areas together are below 70 %';

  it.each<[Status[][], number, string[]]>([
    [[['killed', 'timeout', 'killed', 'killed', 'survived']], 5, []],
    [[['killed', 'killed', 'killed', 'survived']], 4, [below]],
    [[['killed', 'killed', 'killed', 'no coverage']], 4, [below]],
    [[['killed', 'killed', 'killed', 'unsound']], 4, [below]],
    [[['killed', 'killed', 'killed', 'survived']], 5, []],
    [[['killed', 'survived']], 2, [below, allBelow]],
    [[['killed', 'survived'], ['killed']], 3, [allBelow]],
    [[['killed', 'survived'], ['killed']], 4, []],
    [[['killed'], []], 1, ['one: none of the 10 chosen mutants was evaluated']],
  ])('for %j with at least %d mutants has the failures %j', (statuses, atLeast, expected) => {
    expect(
      findFailures(
        statuses.map((list) => result(...list)),
        atLeast,
      ),
    ).toEqual(expected);
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
