import type { Kind, TypeField, TypeShape } from './type-shape.js';

/** Returns the reasons for which a value does not match a type, with their paths. Unknown fields are allowed. */
export function findMismatches(shape: TypeShape, value: unknown, path = ''): string[] {
  const here = path === '' ? 'it' : path;
  const kind = resolveKind(value);
  if (!shape.kinds.has(kind)) return [`${here} is ${kind}, not ${[...shape.kinds].join(' or ')}`];
  switch (kind) {
    case 'string':
      return shape.open || shape.values.has(value as string)
        ? []
        : [`${here} is ${String(value)}, which its closed type does not name`];
    case 'array':
      return (value as unknown[]).flatMap((item) =>
        shape.items ? findMismatches(shape.items, item, `${path}[]`) : [],
      );
    case 'object':
      return findFewestMismatches(shape, value as object, path);
    default:
      return [];
  }
}

/** Returns the errors for the closest object of a union. */
function findFewestMismatches({ objects }: TypeShape, value: object, path: string): string[] {
  const faults = objects.map((fields) => findObjectMismatches(fields, value, path));
  return faults.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function findObjectMismatches(
  fields: ReadonlyMap<string, TypeField>,
  value: object,
  path: string,
): string[] {
  return [...fields].flatMap(([name, { optional, never, shape }]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const part: unknown = Reflect.get(value, name);
    if (part === undefined) return optional ? [] : [`${here} is missing`];
    return never ? [`${here} is excluded`] : findMismatches(shape, part, here);
  });
}

function resolveKind(value: unknown): Kind {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as Kind);
}
