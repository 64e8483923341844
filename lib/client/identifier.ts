import type { PathValues, PixIdentifier } from '../contract/index.js';
import { toComparableKey } from '../values/index.js';

/** What is wrong with the identifier of a record; `undefined` if it is correct. */
export type IdentifierProblem = 'missing' | 'other' | undefined;

/** Compares the identifier of a record with the path parameter of the call. */
export function checkIdentifier(
  { field, param, isKey = false }: PixIdentifier,
  record: object,
  params: PathValues,
): IdentifierProblem {
  const value: unknown = Reflect.get(record, field);
  if (!isPresent(value)) return isKey ? undefined : 'missing';
  const wanted = param === undefined ? value : params[param];
  const isSame = isKey
    ? toComparableKey(value) === toComparableKey(wanted)
    : String(value) === String(wanted);
  return isSame ? undefined : 'other';
}

function isPresent(value: unknown): value is string | number {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number' && value > 0;
}
