/** The values of path parameters by name. */
export type PathValues = Readonly<Record<string, string | number>>;

type PathParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamName<Rest>
  : never;

/** The values of the parameters of a path template: `{ txid: string }` of `/cob/{txid}`. None if it is any `string`. */
export type PathParams<Path extends string> = Readonly<Record<PathParamName<Path>, string>>;

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
  /** Whether a value can be sent in a path. Always checked. */
  readonly accepts: (value: unknown) => boolean;
  /** Whether an accepted value satisfies the rest of the rule. `validate: false` turns it off. */
  readonly validates?: (value: unknown) => boolean;
}

/** Returns the rule that a parameter is a text of a pattern. */
export function matching(name: string, pattern: RegExp, describe: string): PathParam {
  return {
    name,
    describe,
    accepts: (value) => typeof value === 'string' && pattern.test(value),
  };
}

/**
 * Whether a text is usable as one path segment: not blank, without unpaired surrogates (which
 * cannot be percent-encoded), and not a dot segment, which URL parsers resolve.
 */
export function isSegment(value: unknown): value is string {
  return (
    typeof value === 'string' && /\S/.test(value) && !/^\.{1,2}$/.test(value) && isWellFormed(value)
  );
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
