/** A registered symbol, so that every copy and realm of the library reads the same mark. */
const BRAND = Symbol.for('nestjs-pix.error');

/**
 * Sets a class's `name` (which minifiers would otherwise change), its stable `code`, and the mark
 * for the type guards: the names of the class and of its ancestors in this library.
 * @internal
 */
export function brand(type: { readonly prototype: Error }, name: string, code: string): void {
  const prototype = type.prototype;
  const lineage = Object.freeze([...(getLineage(prototype) ?? []), name]);
  const hidden = { configurable: true, writable: true };
  Object.defineProperties(prototype, {
    [BRAND]: { value: lineage },
    name: { ...hidden, value: name },
    code: { ...hidden, value: code, enumerable: true },
  });
}

/**
 * Returns the names of an error's class and of its ancestors; `undefined` for foreign values.
 * @internal
 */
export function getLineage(error: unknown): readonly string[] | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const lineage = (error as Record<symbol, unknown>)[BRAND];
  return Array.isArray(lineage) ? (lineage as string[]) : undefined;
}
