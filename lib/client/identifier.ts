import type { PathValues, PixIdentifier } from '../contract/index.js';

/** What is wrong with the identifier of a record; `undefined` when it is the right one. */
export type IdentifierProblem = 'missing' | 'other' | undefined;

/** Compares the identifier of a record with the path parameter of the call. */
export function checkIdentifier(
  { field, param }: PixIdentifier,
  record: object,
  params: PathValues,
): IdentifierProblem {
  const value: unknown = Reflect.get(record, field);
  if (typeof value !== 'string' && typeof value !== 'number') return 'missing';
  return param === undefined || String(value) === String(params[param]) ? undefined : 'other';
}
