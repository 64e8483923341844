import { isObject } from '../../errors/json-object.js';
import type { DtoClass } from '../operation.js';
import { getFields, type Field } from '../validation/index.js';

type Fields = ReadonlyMap<string, Field>;

/** Deeper objects are left as they are; JSON.stringify reports circular ones. */
const MAX_DEPTH = 100;

const NO_FIELDS: Fields = new Map();
const tables = new WeakMap<DtoClass, Fields>();

/**
 * Normalizes a request body before it is checked and sent: removes members that are `null`, also
 * from nested objects and from unknown fields, and converts the values for which the field table has
 * a conversion, such as numeric text where the specification requires a number. Any other value is
 * unchanged, so that its rule refuses it; `null` in a list is not removed.
 *
 * @returns a copy of what differs; the body itself if nothing does. The body is never modified
 */
export function normalizeBody(dto: DtoClass | undefined, body: unknown): unknown {
  return isObject(body) ? normalizeObject(dto, body, 0) : body;
}

function normalizeObject(
  dto: DtoClass | undefined,
  object: Readonly<Record<string, unknown>>,
  depth: number,
): Readonly<Record<string, unknown>> {
  // An object with its own JSON form, such as a Date, has no members of a body.
  if (depth > MAX_DEPTH || typeof object.toJSON === 'function') return object;
  const fields = dto ? getTable(dto) : NO_FIELDS;
  const members: [string, unknown][] = [];
  let isChanged = false;
  for (const name of Object.keys(object)) {
    const value = object[name];
    const normalized = normalizeValue(fields.get(name), value, depth);
    if (normalized !== value || value === null) isChanged = true;
    if (value !== null) members.push([name, normalized]);
  }
  return isChanged ? Object.fromEntries(members) : object;
}

function normalizeValue(field: Field | undefined, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) {
    if (depth > MAX_DEPTH) return value;
    const items = value.map((item: unknown) => normalizeValue(field, item, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (isObject(value)) return normalizeObject(field?.nested?.(), value, depth + 1);
  return field?.normalize ? field.normalize(value) : value;
}

function getTable(dto: DtoClass): Fields {
  let table = tables.get(dto);
  if (!table) {
    table = getFields(dto);
    tables.set(dto, table);
  }
  return table;
}

/**
 * Finds `null` in the lists of a body, where it cannot be removed without changing the list.
 *
 * @returns the paths: `['marcas[1]']`
 */
export function findNullItems(value: unknown, path = '', depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      item === null ? [`${path}[${index}]`] : findNullItems(item, `${path}[${index}]`, depth + 1),
    );
  }
  if (!isObject(value) || typeof value.toJSON === 'function') return [];
  return Object.entries(value).flatMap(([name, member]) =>
    findNullItems(member, path === '' ? name : `${path}.${name}`, depth + 1),
  );
}
