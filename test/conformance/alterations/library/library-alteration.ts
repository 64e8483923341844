/** One thing altered in the library, and the check that has to notice it. */
export interface LibraryAlteration {
  readonly what: string;
  readonly check: string;
  /** Path from the project's folder. */
  readonly file: string;
  /** Text that stands in the file once. */
  readonly find: string;
  readonly replace: string;
}

/** Alterations of one file. */
export function inFile(
  file: string,
  ...alterations: readonly (readonly [what: string, check: string, find: string, replace: string])[]
): LibraryAlteration[] {
  return alterations.map(([what, check, find, replace]) => ({ what, check, file, find, replace }));
}
