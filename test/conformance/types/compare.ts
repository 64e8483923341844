import { listChoices } from '../schema/limits.js';
import { resolveType, type Part } from '../schema/part.js';
import type { TypeField, TypeShape } from './type-shape.js';

/** A difference between a type and its schema. */
export interface Difference {
  /** Where the file defines it. */
  readonly at: string;
  readonly what: string;
}

/** What is compared: the text values of a response remain open to new ones, those of a body are closed. */
export type Direction = 'body' | 'answer';

/** Returns the differences between a declared type and its schema: fields, required fields, kinds and enum values. */
export function findTypeDifferences(
  part: Part,
  shape: TypeShape,
  direction: Direction,
): Difference[] {
  const type = resolveType(part);
  if (type === 'object') return objectDifferences(part, shape, direction);
  if (part.alternatives.length > 0) {
    return [{ at: part.at, what: `is ${type ?? 'anything'} and yet has alternatives` }];
  }
  const kind = type === 'integer' ? 'number' : (type ?? 'string');
  if (!shape.kinds.has(kind)) return [{ at: part.at, what: `is ${kind}; the type is not` }];
  const others = [...shape.kinds].filter((other) => other !== kind);
  return [
    ...(others.length > 0
      ? [{ at: part.at, what: `may be ${others.join()} only in the type` }]
      : []),
    ...(kind === 'string' ? valueDifferences(part, shape, direction) : []),
    ...(part.items && shape.items ? findTypeDifferences(part.items, shape.items, direction) : []),
  ];
}

function objectDifferences(part: Part, shape: TypeShape, direction: Direction): Difference[] {
  const [schema, type] = [listPartFields(part), listShapeFields(shape)];
  const extra = [...type.keys()]
    .filter((name) => !schema.has(name))
    .map((name) => ({ at: `${part.at}.${name}`, what: 'is only in the type' }));
  const others = [...schema].flatMap(([name, { required, parts }]) => {
    const at = `${part.at}.${name}`;
    const field = type.get(name);
    if (!field)
      return [{ at, what: `is ${required ? 'required' : 'optional'}; the type has none` }];
    const demand = `is ${required ? 'required' : 'optional'}; in the type it is not`;
    return [
      ...(required === !field.optional ? [] : [{ at, what: demand }]),
      ...parts.flatMap((below) => findTypeDifferences(below, field.shape, direction)),
    ];
  });
  return [...extra, ...others];
}

function valueDifferences(part: Part, shape: TypeShape, direction: Direction): Difference[] {
  const { at } = part;
  const listed = listChoices(part.rules);
  const missing = listed.filter((value) => !shape.values.has(value));
  const added = [...shape.values].filter((value) => !listed.includes(value));
  const closed = direction === 'answer' && listed.length > 0 && !shape.open;
  const open = direction === 'body' && listed.length > 0 && shape.open;
  return [
    ...missing.map((value) => ({ at, what: `lists ${value}; the type does not` })),
    ...added.map((value) => ({ at, what: `lists no ${value}; the type does` })),
    ...(closed ? [{ at, what: 'may get new values; the type is closed' }] : []),
    ...(open ? [{ at, what: 'lists its values; the type is open' }] : []),
  ];
}

interface SchemaField {
  readonly required: boolean;
  /** The field in each alternative that defines it. */
  readonly parts: readonly Part[];
}

/** Returns the fields of a part and its alternatives. A field is required if all alternatives require it. */
function listPartFields(part: Part): Map<string, SchemaField> {
  const sources = [part, ...part.alternatives];
  const names = sources.flatMap(({ fields, required }) => [...fields.keys(), ...required.keys()]);
  return new Map(
    [...new Set(names)].map((name) => {
      const isCommon =
        part.alternatives.length > 0 &&
        part.alternatives.every(({ required }) => required.has(name));
      const field: SchemaField = {
        required: part.required.has(name) || isCommon,
        parts: sources.flatMap(({ fields }) => fields.get(name)?.part ?? []),
      };
      return [name, field];
    }),
  );
}

/** Returns the fields of all objects of a union. A field is required if all of them require it. */
function listShapeFields({ objects }: TypeShape): Map<string, TypeField> {
  const names = new Set(objects.flatMap((fields) => [...fields.keys()]));
  return new Map(
    [...names].flatMap((name) => {
      const found = objects.flatMap((fields) => fields.get(name) ?? []);
      const [first] = found.filter(({ never }) => !never);
      if (!first) return [];
      const optional = found.length < objects.length || found.some((field) => field.optional);
      return [[name, { ...first, optional }] as const];
    }),
  );
}
