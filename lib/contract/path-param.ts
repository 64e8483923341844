/** Values of a path's parameters by name. */
export type PathValues = Readonly<Record<string, string | number>>;

/** The rule of one `{parameter}` of a path (docs/decisions.md D7). */
export interface PathParam {
  /** Name between the braces of the path template, and `field` of the error: `txid`. */
  readonly name: string;
  /** The rule in Portuguese, as it follows the name: `deve ter de 26 a 35 letras ou dígitos`. */
  readonly describe: string;
  /** Whether a value keeps the rule. */
  readonly accepts: (value: unknown) => boolean;
}
