import { takeAlternative, typeOf, type Part } from './part.js';
import type { Step, Trail } from './trail.js';

/** A part of a body with one of its alternatives, and its trail. */
export interface Visit {
  readonly part: Part;
  readonly trail: Trail;
  /** The part before the choice of an alternative. */
  readonly whole: Part;
}

/** Yields a part and all parts below it. */
export function* visitsOf(whole: Part, trail: Trail = []): Generator<Visit> {
  const isChoice = typeOf(whole) === 'object' && whole.alternatives.length > 0;
  const choices = isChoice ? whole.alternatives.map((_, choice) => choice) : [undefined];
  for (const choice of choices) {
    const part = choice === undefined ? whole : takeAlternative(whole, choice);
    const here: Step[] = choice === undefined ? [...trail] : [...trail, { choice }];
    yield { part, trail: here, whole };
    for (const [field, { part: below }] of part.fields)
      yield* visitsOf(below, [...here, { field }]);
    if (part.items) yield* visitsOf(part.items, [...here, { item: 0 }]);
  }
}
