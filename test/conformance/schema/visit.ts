import { takeAlternative, typeOf, type Part } from './part.js';
import type { Step, Trail } from './trail.js';

/** A part of a body, its alternatives taken one at a time, and how to get there. */
export interface Visit {
  readonly part: Part;
  readonly trail: Trail;
  /** The part before an alternative was taken, where it has any. */
  readonly whole: Part;
}

/** Every part of a part, itself first. */
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
