/** A type whose fields are absent instead of `undefined`. */
export type Defined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Copies the fields that are not `undefined`. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

/** Copies the named fields that are not `undefined`. */
export function pickDefined<T extends object, Name extends keyof T>(
  source: T,
  names: readonly Name[],
): Defined<Pick<T, Name>> {
  const fields = Object.fromEntries(names.map((name) => [name, source[name]]));
  return withoutUndefined(fields as Pick<T, Name>);
}
