import { describe, expect, it } from '@jest/globals';
import { areas } from './areas.js';
import { parseDiff, touches } from './changed.js';
import { equivalents, sortOut } from './equivalent.js';
import { readText } from './files.js';
import type { Status } from './judge.js';
import { listMutants } from './mutants/list-mutants.js';
import type { Mutant } from './mutants/mutant.js';
import { formatSurvivors, formatTable, isBelow, type AreaResult } from './report.js';

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

describe('--changed', () => {
  it('reads the changed lines of a diff', () => {
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
  ])('of a mutant with %o: %p', (change, expected) => {
    expect(touches(parseDiff(diff), { ...mutant, ...change })).toBe(expected);
  });
});

describe('equivalent mutants', () => {
  const entry = { file: 'lib/a.ts', original: '5', replacement: '6', reason: 'a reason' };

  it('are not judged', () => {
    const sorted = sortOut([mutant, { ...mutant, replacement: '4' }], [entry], () => '');
    expect(sorted.equivalent).toEqual([mutant]);
    expect(sorted.toJudge).toHaveLength(1);
    expect(sorted.stale).toEqual([]);
  });

  it('are stale when no mutant fits', () => {
    const lost = { ...entry, line: 'gone' };
    expect(sortOut([mutant], [lost], () => 'const a = 5;').stale).toEqual([lost]);
  });

  it('of this project fit a mutant each', () => {
    const all = listMutants().flatMap(({ mutants }) => mutants);
    const line = (one: Mutant) => readText(one.file).split('\n')[one.line - 1]!;
    expect(sortOut(all, equivalents, line).stale).toEqual([]);
  });
});

function result(...statuses: Status[]): AreaResult {
  const judgements = statuses.map((status) => ({ mutant, status }));
  return { area: { ...areas[0]!, threshold: 50 }, judgements, left: 3, equivalent: 1 };
}

describe('the report', () => {
  it.each<[Status[], number, boolean]>([
    [['killed', 'survived'], 1, false],
    [['timeout', 'survived'], 1, false],
    [['killed', 'survived', 'no coverage'], 1, true],
    [['killed', 'survived', 'unsound'], 1, true],
    [['survived', 'survived'], 3, false],
    [[], 0, false],
  ])('of %p, from %d mutants on, is below the threshold: %p', (statuses, atLeast, expected) => {
    expect(isBelow(result(...statuses), atLeast)).toBe(expected);
  });

  it('shows counts and score', () => {
    const table = formatTable([result('killed', 'killed', 'survived', 'timeout')]);
    expect(table.split('\n')[1]).toMatch(
      /8 +2 +1 +1 +0 +75\.0 % +50 % +3 not judged, 1 equivalent$/,
    );
  });

  it('names place and change of what no test notices', () => {
    expect(formatSurvivors([result('killed', 'survived')])).toBe(
      'lib/a.ts:11 [survived, number] 5  →  6',
    );
  });
});
