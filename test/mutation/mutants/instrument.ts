import type { Mutant } from './mutant.js';

/**
 * Returns the source with all its mutants, each behind a switch: `globalThis.__mutant?.(id)` returns whether the mutant
 * is active. A replacement contains only original text, so the size of the result grows with the number of mutants, not
 * with their nesting.
 */
export function instrument(text: string, mutants: readonly Mutant[]): string {
  const ranges = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const key = `${mutant.start}:${mutant.end}:${mutant.form}`;
    ranges.set(key, [...(ranges.get(key) ?? []), mutant]);
  }
  const ordered = [...ranges.values()].sort(
    ([a], [b]) => a!.start - b!.start || b!.end - a!.end || (a!.form === 'statement' ? -1 : 1),
  );
  return new Writer(text, ordered).write(0, text.length);
}

class Writer {
  readonly #text: string;
  readonly #groups: readonly Mutant[][];
  #next = 0;

  constructor(text: string, groups: readonly Mutant[][]) {
    this.#text = text;
    this.#groups = groups;
  }

  write(from: number, to: number): string {
    let [written, at] = ['', from];
    for (let group = this.#groups[this.#next]; group !== undefined;) {
      const { start, end } = group[0]!;
      if (start >= to) break;
      this.#next += 1;
      written += this.#text.slice(at, start) + this.#switch(group, this.write(start, end));
      at = end;
      group = this.#groups[this.#next];
    }
    return written + this.#text.slice(at, to);
  }

  #switch(group: readonly Mutant[], original: string): string {
    if (group[0]!.form === 'statement') {
      // The outer braces attach a following `else` to its own `if`.
      return `{ if (!${test(group[0]!)}) { ${original} } }`;
    }
    const cases = group.map((mutant) => `${test(mutant)} ? (${mutant.replacement}) : `);
    return `(${cases.join('')}(${original}))`;
  }
}

function test({ id }: Mutant): string {
  return `globalThis.__mutant?.(${id})`;
}
