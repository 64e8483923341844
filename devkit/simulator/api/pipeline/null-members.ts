import { isObject } from 'nestjs-pix/internal';

/**
 * Returns a JSON object without its members that are `null`, at every level. Items of lists stay.
 */
export function removeNullMembers(body: object): object {
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, clean(value)]),
  );
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  return isObject(value) ? removeNullMembers(value) : value;
}
