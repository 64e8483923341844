import { cases, type Case } from './contradiction-cases.js';
import { takeAlternative, typeOf, type Part } from './part.js';
import { specimenOf } from './specimen.js';
import { replaceAt } from './trail.js';
import { visitsOf } from './visit.js';

/** A body whose parts keep the file's keywords, and may contradict each other by its words. */
export interface Contradiction {
  readonly at: string;
  readonly what: string;
  readonly body: unknown;
}

/** Bodies in which fields that depend on each other have values at and beyond the limits of the file's words. */
export function* contradictionsOf(root: Part): Generator<Contradiction> {
  for (const { part, trail, whole } of visitsOf(root)) {
    if (typeOf(part) !== 'object') continue;
    for (const each of cases.filter(({ fields }) => fields.every((name) => has(whole, name)))) {
      const object = each.change(joined(whole, each));
      yield {
        at: part.at,
        what: each.what,
        body: replaceAt(specimenOf(root, trail), trail, object),
      };
    }
  }
}

function has(part: Part, name: string): boolean {
  return [part, ...part.alternatives].some(({ fields }) => fields.has(name));
}

/** An object with what is demanded and the fields of a case. */
function joined(part: Part, { fields }: Case): Record<string, unknown> {
  const specimens = fields.map((field) => {
    const choice = part.alternatives.findIndex((alternative) => alternative.fields.has(field));
    return specimenOf(takeAlternative(part, Math.max(choice, 0)), [{ field }]) as object;
  });
  return Object.assign({}, specimenOf(part), ...specimens) as Record<string, unknown>;
}
