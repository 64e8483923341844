/** The properties of an error of any realm or copy that the library reads. @internal */
export interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

/**
 * Whether a value has the shape of an error. `instanceof` is false for errors of another realm.
 * @internal
 */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null) return false;
  const { name, message, stack } = value as Partial<ErrorLike>;
  return typeof name === 'string' && typeof message === 'string' && typeof stack === 'string';
}
