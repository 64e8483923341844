/** The values of path parameters by name. */
export type PathValues = Readonly<Record<string, string | number>>;

/** The rule of one `{parameter}` of a path (docs/decisions.md D7). */
export interface PathParam {
  /** Name in the path template, and `field` of the error: `txid`. */
  readonly name: string;
  /**
   * The rule in Portuguese, to be appended to the name: `deve ter de 26 a 35 letras ou dígitos`.
   */
  readonly describe: string;
  /** Converts other forms of a value that are accepted to the one that is sent. */
  readonly normalize?: (value: unknown) => unknown;
  /** Whether a value satisfies the rule. */
  readonly accepts: (value: unknown) => boolean;
}
