import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { findMutations } from './find-mutations.js';
import { instrument } from './instrument.js';
import type { Mutant } from './mutant.js';

/** Returns the text after each mutation. */
function mutate(text: string): string[] {
  return findMutations('source.ts', text).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );
}

describe('findMutations', () => {
  it.each<[string, string[]]>([
    ['x = a < b;', ['', 'x = a <= b;', 'x = a >= b;']],
    ['x = a === b;', ['', 'x = a !== b;']],
    ['x = a && b;', ['', 'x = a;', 'x = b;']],
    ['x = a ?? b;', ['', 'x = a;', 'x = b;']],
    ['x = a + b;', ['', 'x = a - b;']],
    ["x = a + 'text';", ['']],
    ['x = !a;', ['', 'x = a;']],
    ['x = true;', ['', 'x = false;']],
    ['x = 5;', ['', 'x = 6;', 'x = 4;']],
    ['x = 0;', ['', 'x = 1;']],
    ['x = /^a$/i;', ['', 'x = /a$/i;', 'x = /^a/i;', 'x = /^a$/;']],
    ["x = a === 'b';", ['', "x = a !== 'b';", "x = a === '';"]],
    ["x = 'b';", ['']],
    ['x = a?.b.c;', ['', 'x = a.b.c;']],
    ['x = a?.[0];', ['', 'x = a[0];', 'x = a?.[1];']],
    ['x = a.sort();', ['', 'x = a;']],
    ['x = a instanceof B;', ['', 'x = !(a instanceof B);']],
    ['if (a) b();', ['if (!(a)) b();', 'if (a) ']],
    ['call();', ['']],
    ['function f() { return a; }', ['function f() { return undefined; }']],
    ['function f() { return [a]; }', ['function f() { return []; }']],
    ['function f() { return; }', ['function f() {  }']],
    ['const f = () => ({ a });', ['const f = () => ({});']],
  ])('returns the mutations of %s', (text, expected) => {
    expect(mutate(text)).toEqual(expected);
  });

  it.each(['type A = 5 | true;', 'interface A { b: 5 }', 'const x: 5 = y;', 'x as true'])(
    'ignores the type in %s',
    (text) => {
      expect(mutate(`declare const x: unknown; void (y); ${text}`).join()).not.toMatch(/6|false/);
    },
  );
});

const sample = `
  export function sum(values, options) {
    let total = 0;
    for (const { value, 0: first } of values) {
      if (value === undefined) continue;
      if (options?.double?.[0]) total += value * 2;
      else if (options?.skip === true && !first) total = total;
      else total += value;
    }
    return total > 10 || options?.always ? { total, list: [...values].reverse() } : [total ?? 1];
  }
`;

const inputs = [
  [[], undefined],
  [[{ value: 5 }, { value: undefined }, { value: 6, 0: 1 }], undefined],
  [[{ value: 5 }, { value: 5 }], { always: true }],
  [[{ value: 4 }, { value: 7 }], { double: [true] }],
  [[{ value: 4 }, { value: 7, 0: 1 }], { skip: true, double: [] }],
];

/** Returns the result of the function for each of the inputs, or `throws`. */
function run(text: string): string[] {
  const options = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.CommonJS };
  const code = ts.transpileModule(text, { compilerOptions: options }).outputText;
  const exports: { sum?: (...args: unknown[]) => unknown } = {};
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('exports', code)(exports);
  return inputs.map((args) => {
    try {
      return JSON.stringify(exports.sum!(...structuredClone(args)));
    } catch {
      return 'throws';
    }
  });
}

describe('instrument', () => {
  const mutants = findMutations('source.ts', sample).map((mutation, index): Mutant => {
    const original = sample.slice(mutation.start, mutation.end);
    return { ...mutation, id: index + 1, file: 'source.ts', line: 1, original };
  });
  const instrumented = instrument(sample, mutants);
  const globals = globalThis as { __mutant?: (id: number) => boolean };

  function runActive(active: number): string[] {
    globals.__mutant = (id) => id === active;
    try {
      return run(instrumented);
    } finally {
      delete globals.__mutant;
    }
  }

  it('behaves like the source without an active mutant', () => {
    expect(runActive(0)).toEqual(run(sample));
  });

  it.each(mutants.map((mutant) => [mutant.original, mutant.replacement, mutant] as const))(
    'behaves like the mutated source: %s → %s',
    (_original, _replacement, { id, start, end, replacement }) => {
      const mutated = sample.slice(0, start) + (replacement || ';') + sample.slice(end);
      expect(runActive(id)).toEqual(run(mutated));
    },
  );
});
