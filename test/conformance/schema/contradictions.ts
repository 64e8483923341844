import { replaceAt } from './body-path.js';
import { buildExample } from './build-example.js';
import { cases, type Case } from './contradiction-cases.js';
import { takeAlternative, resolveType, type Part } from './part.js';
import { visitParts } from './visit-parts.js';

/** A body that is valid by the keywords of the file but can violate its prose. */
export interface Contradiction {
  readonly at: string;
  readonly what: string;
  readonly body: unknown;
}

/** Yields bodies whose dependent fields are at and beyond the limits that the file describes in prose. */
export function* generateContradictions(root: Part): Generator<Contradiction> {
  for (const { part, bodyPath, whole } of visitParts(root)) {
    if (resolveType(part) !== 'object') continue;
    for (const each of cases.filter(({ fields }) => fields.every((name) => has(whole, name)))) {
      const object = each.change(joined(whole, each));
      yield {
        at: part.at,
        what: each.what,
        body: replaceAt(buildExample(root, bodyPath), bodyPath, object),
      };
    }
  }
}

function has(part: Part, name: string): boolean {
  return [part, ...part.alternatives].some(({ fields }) => fields.has(name));
}

/** Returns an object with the required fields and the fields of a case. */
function joined(part: Part, { fields }: Case): Record<string, unknown> {
  const examples = fields.map((field) => {
    const choice = part.alternatives.findIndex((alternative) => alternative.fields.has(field));
    return buildExample(takeAlternative(part, Math.max(choice, 0)), [{ field }]) as object;
  });
  return Object.assign({}, buildExample(part), ...examples) as Record<string, unknown>;
}
