/** A change of the library, and the check that must detect it. */
export interface LibraryAlteration {
  readonly what: string;
  readonly check: string;
  /** Path from the root. */
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** Builds the alterations of one file. */
export function inFile(
  file: string,
  ...alterations: readonly (readonly [what: string, check: string, find: string, replace: string])[]
): LibraryAlteration[] {
  return alterations.map(([what, check, find, replace]) => ({ what, check, file, find, replace }));
}
