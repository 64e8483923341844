/** A deliberate difference between the library and the file. */
export interface Deviation {
  readonly reason: string;
  readonly findings: readonly Expected[];
}

/** A finding that a deviation explains in some rows of the table. */
export interface Expected {
  /** The check, the position in the file and the difference, as the run prints them. */
  readonly key: string;
  /** All rows with the finding: an additional or missing row fails the run. */
  readonly rows: readonly string[];
}

export const NO_FIELD = 'is required; the type has none';
export const MAY_LACK = 'is required; in the type it is not';
export const REQUIRED_IN_TYPE = 'is optional; in the type it is not';
export const ONLY_IN_TYPE = 'is only in the type';

/** Returns the same findings in each of several rows. */
export function on(rows: readonly string[], ...keys: readonly string[]): Expected[] {
  return keys.map((key) => ({ key, rows }));
}

/** Returns a finding whose position is the row. `keyOf` builds its key from the name of the row. */
export function onEach(
  rows: readonly string[],
  ...buildKeys: readonly ((row: string) => string)[]
): Expected[] {
  return rows.flatMap((row) => buildKeys.map((key) => ({ key: key(row), rows: [row] })));
}

/** Returns the same difference between schema and type at several positions of responses. */
export function answers(
  rows: readonly string[],
  what: string,
  ...places: readonly string[]
): Expected[] {
  return on(rows, ...places.map((at) => `types answer ${at}: ${what}`));
}

/** Returns the same difference between schema and type at several positions of bodies. */
export function bodies(
  rows: readonly string[],
  what: string,
  ...places: readonly string[]
): Expected[] {
  return on(rows, ...places.map((at) => `types body ${at}: ${what}`));
}
