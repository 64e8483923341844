import { expect, it } from '@jest/globals';
import { collectViolations, type DtoClass } from '../../../lib/contract/index.js';

/** Returns the paths of the fields that a DTO refuses. */
export function refusedPaths(dto: DtoClass, value: unknown): string[] {
  return collectViolations(dto, value).map(({ path }) => path);
}

/** Returns a copy of a body with one field replaced, or removed if the value is `undefined`. Path: `a.b[0].c`. */
function withField<T>(body: T, path: string, value: unknown): T {
  const copy = structuredClone(body);
  const keys = path.split(/\.|\[(\d+)\]\.?/).filter(Boolean);
  const last = keys.pop()!;
  let parent = copy as Record<string, unknown>;
  for (const key of keys) parent = (parent[key] ??= {}) as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return copy;
}

/** An invalid value of one field. `refused` is the reported path if it is another one. */
export type InvalidValue = readonly [path: string, value: unknown, refused?: string];

/** Tests that each invalid value is refused and that only its field is reported. */
export function refusesEach(
  dto: DtoClass,
  valid: object,
  invalidValues: readonly InvalidValue[],
): void {
  it('accepts the valid body', () => {
    expect(collectViolations(dto, valid)).toEqual([]);
  });

  it.each(invalidValues.map((invalid) => [buildTitle(invalid), invalid] as const))(
    'refuses %s',
    (_title, [path, value, refused = path]) => {
      expect(refusedPaths(dto, withField(valid, path, value))).toEqual([refused]);
    },
  );
}

/** Tests that each change of one field is accepted. */
export function acceptsEach(
  dto: DtoClass,
  valid: object,
  changes: readonly (readonly [path: string, value: unknown])[],
): void {
  it.each(changes.map((change) => [buildTitle(change), change] as const))(
    'accepts %s',
    (_title, [path, value]) => {
      expect(collectViolations(dto, withField(valid, path, value))).toEqual([]);
    },
  );
}

function buildTitle([path, value]: readonly [string, unknown, ...unknown[]]): string {
  if (value === undefined) return `no ${path}`;
  const text = JSON.stringify(value);
  return `${path} = ${text.length > 60 ? `${text.slice(0, 57)}… (${text.length})` : text}`;
}
