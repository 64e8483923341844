/** The fields of `Options` that a table of defaults names; none of them is undefined. */
type Complete<Options, Name extends keyof Options> = {
  readonly [Key in Name]-?: Exclude<Options[Key], undefined>;
};

/**
 * The options that have a default, complete: an option that is undefined counts as left out.
 */
export function applyDefaults<Options extends object, Name extends keyof Options>(
  options: Options,
  defaults: Complete<Options, Name>,
): Complete<Options, Name> {
  const names = Object.keys(defaults) as Name[];
  const entries = names.map((name) => [
    name,
    options[name] === undefined ? defaults[name] : options[name],
  ]);
  return Object.fromEntries(entries) as Complete<Options, Name>;
}
