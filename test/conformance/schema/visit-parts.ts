import type { Step, BodyPath } from './body-path.js';
import { takeAlternative, resolveType, type Part } from './part.js';

/** A part of a body with one of its alternatives, and its path. */
export interface Visit {
  readonly part: Part;
  readonly bodyPath: BodyPath;
  /** The part before the choice of an alternative. */
  readonly whole: Part;
}

/** Yields a part and all parts below it. */
export function* visitParts(whole: Part, bodyPath: BodyPath = []): Generator<Visit> {
  const isChoice = resolveType(whole) === 'object' && whole.alternatives.length > 0;
  const choices = isChoice ? whole.alternatives.map((_, choice) => choice) : [undefined];
  for (const choice of choices) {
    const part = choice === undefined ? whole : takeAlternative(whole, choice);
    const here: Step[] = choice === undefined ? [...bodyPath] : [...bodyPath, { choice }];
    yield { part, bodyPath: here, whole };
    for (const [field, { part: below }] of part.fields)
      yield* visitParts(below, [...here, { field }]);
    if (part.items) yield* visitParts(part.items, [...here, { item: 0 }]);
  }
}
