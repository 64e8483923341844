import { isObject } from '../../errors/index.js';
import type { DtoClass } from '../operation.js';
import { getFields, type Field } from '../validation/index.js';
import { isSameValue } from './same-value.js';

/**
 * Compares a request body with the record that it should have created or changed.
 *
 * Compares every field that was sent, by the kind of the field: amounts as decimals, tax ids by
 * their digits, Pix keys by their kind, instants as instants, and lists regardless of order. Fields
 * that were not sent are ignored. A field that the specification does not define is compared only
 * if the record contains it.
 *
 * @param dto class of the body; without one, all fields are unknown
 * @returns the paths of the fields that differ: `['valor.original', 'infoAdicionais']`
 */
export function findDifferences(
  dto: DtoClass | undefined,
  sent: unknown,
  found: unknown,
): string[] {
  return [...differences(dto, sent, found, '')];
}

function* differences(
  dto: DtoClass | undefined,
  sent: unknown,
  found: unknown,
  path: string,
): Generator<string> {
  if (!isObject(sent)) return;
  const fields = dto && getFields(dto);
  for (const [name, value] of Object.entries(sent)) {
    if (isUnset(value)) continue;
    const place = path === '' ? name : `${path}.${name}`;
    const held = valueAt(found, name);
    const field = fields?.get(name);
    if (field) yield* knownField(field, value, held ?? field.assumed, place);
    else if (!isUnset(held) && !isLooselyEqual(value, held)) yield place;
  }
}

function* knownField(
  field: Field,
  sent: unknown,
  found: unknown,
  place: string,
): Generator<string> {
  if (Array.isArray(sent)) {
    if (!isSameList(field, sent, found)) yield place;
  } else if (isObject(sent)) {
    yield* differences(field.nested?.(), sent, found, place);
  } else if (isUnset(found)) {
    if (sent !== '' && field.comparison !== 'none') yield place;
  } else if (!isSameValue(field.comparison, sent, found)) {
    yield place;
  }
}

function valueAt(record: unknown, name: string): unknown {
  return isObject(record) && Object.hasOwn(record, name) ? record[name] : undefined;
}

function isUnset(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/**
 * Whether each item that was sent has its own equal item in the record, in any order, and there are
 * no other items.
 */
export function isSameList(field: Field, sent: readonly unknown[], found: unknown): boolean {
  const rest: unknown[] = Array.isArray(found) ? [...(found as unknown[])] : [];
  if (rest.length !== sent.length) return false;
  return sent.every((item) => {
    const index = rest.findIndex((held) => isSameItem(field, item, held));
    if (index >= 0) rest.splice(index, 1);
    return index >= 0;
  });
}

function isSameItem(field: Field, sent: unknown, found: unknown): boolean {
  if (!isObject(sent)) return isSameValue(field.comparison, sent, found);
  return findDifferences(field.nested?.(), sent, found).length === 0;
}

/**
 * Compares values of an unknown field: a number equals its text, and objects in the record may have
 * additional fields.
 */
function isLooselyEqual(sent: unknown, found: unknown): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(found) &&
      sent.length === found.length &&
      sent.every((item, index) => isLooselyEqual(item, found[index]))
    );
  }
  if (isObject(sent))
    return findDifferences(undefined, sent, found).length === 0 && isObject(found);
  return isSameValue('decimal', sent, found) || isSameValue('text', sent, found);
}
