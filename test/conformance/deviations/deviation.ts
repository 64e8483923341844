/** A way in which the library is deliberately not what the file says. */
export interface Deviation {
  readonly reason: string;
  readonly findings: readonly Expected[];
}

/** A finding that a deviation explains, in some rows of the table. */
export interface Expected {
  /** The check, the place in the file and what is different there, as the run prints them. */
  readonly key: string;
  /** Every row where it is met: one more, or one less, fails the run. */
  readonly rows: readonly string[];
}

export const NO_FIELD = 'is required; the type has none';
export const MAY_LACK = 'is required; in the type it is not';
export const TYPE_DEMANDS = 'is optional; in the type it is not';
export const TYPE_ALONE = 'is in the type alone';

/** The same findings in each of several rows. */
export function on(rows: readonly string[], ...keys: readonly string[]): Expected[] {
  return keys.map((key) => ({ key, rows }));
}

/** A finding whose place is the row itself: `keyOf` makes it of the row's name. */
export function onEach(
  rows: readonly string[],
  ...keyOf: readonly ((row: string) => string)[]
): Expected[] {
  return rows.flatMap((row) => keyOf.map((key) => ({ key: key(row), rows: [row] })));
}

/** The same difference between schema and type at several places of answers. */
export function answers(
  rows: readonly string[],
  what: string,
  ...places: readonly string[]
): Expected[] {
  return on(rows, ...places.map((at) => `types answer ${at}: ${what}`));
}

/** The same difference between schema and type at several places of bodies. */
export function bodies(
  rows: readonly string[],
  what: string,
  ...places: readonly string[]
): Expected[] {
  return on(rows, ...places.map((at) => `types body ${at}: ${what}`));
}
