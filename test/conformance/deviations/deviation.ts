/** A way in which the library is deliberately not what the file says. */
export interface Deviation {
  readonly reason: string;
  /**
   * What it explains: the check, the place in the file and what is different there, as the run prints them.
   * One that is not met any more fails the run.
   */
  readonly findings: readonly string[];
  /** The rows of the table where it may be met. Default: any. */
  readonly only?: readonly string[];
}

export const NO_FIELD = 'is required; the type has none';
export const MAY_LACK = 'is required; in the type it is not';
export const TYPE_DEMANDS = 'is optional; in the type it is not';
export const TYPE_ALONE = 'is in the type alone';

/** The same difference between type and schema at several places. */
export function types(what: string, ...places: readonly string[]): string[] {
  return places.map((at) => `types ${at}: ${what}`);
}
