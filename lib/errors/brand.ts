/** Registered, so that every copy and realm of the library reads the same mark. */
const BRAND = Symbol.for('nestjs-pix.error');

/**
 * Gives a class its `name` (which minifiers would otherwise change), its stable `code`, and the mark
 * that the guards read: the names of the class and of its ancestors in this library.
 *
 * @internal
 */
export function brand(type: { readonly prototype: Error }, name: string, code: string): void {
  const prototype = type.prototype;
  const lineage = Object.freeze([...(lineageOf(prototype) ?? []), name]);
  const hidden = { configurable: true, writable: true };
  Object.defineProperties(prototype, {
    [BRAND]: { value: lineage },
    name: { ...hidden, value: name },
    code: { ...hidden, value: code, enumerable: true },
  });
}

/** Names of the class of an error and of its ancestors; `undefined` for foreign values. @internal */
export function lineageOf(error: unknown): readonly string[] | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const lineage = (error as Record<symbol, unknown>)[BRAND];
  return Array.isArray(lineage) ? (lineage as string[]) : undefined;
}
