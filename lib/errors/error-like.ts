/** The properties of an error of any realm or copy that the library reads. */
export interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

/**
 * Whether a value has the shape of an error. `instanceof` is false for errors of another realm.
 */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null) return false;
  const { name, message, stack } = value as Partial<ErrorLike>;
  return typeof name === 'string' && typeof message === 'string' && typeof stack === 'string';
}

/** Returns the code of an error of Node.js, such as `ENOENT`; `undefined` if it has none. */
export function getErrorCode(error: unknown): string | undefined {
  const code: unknown = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A registered symbol, so that every copy and realm of the library reads the same mark. */
const BRAND = Symbol.for('nestjs-pix.error');

/**
 * Sets a class's `name` (which minifiers would otherwise change), its stable `code`, and the mark
 * for the type guards: the names of the class and of its ancestors in this library.
 */
export function brand(name: string, code: string) {
  return ({ prototype }: { readonly prototype: Error }): void => {
    const lineage = Object.freeze([...(getLineage(prototype) ?? []), name]);
    const hidden = { configurable: true, writable: true };
    Object.defineProperties(prototype, {
      [BRAND]: { value: lineage },
      name: { ...hidden, value: name },
      code: { ...hidden, value: code, enumerable: true },
    });
  };
}

/**
 * Returns the names of an error's class and of its ancestors; `undefined` for foreign values.
 */
export function getLineage(error: unknown): readonly string[] | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const lineage = (error as Record<symbol, unknown>)[BRAND];
  return Array.isArray(lineage) ? (lineage as string[]) : undefined;
}

/** Whether a value is an object other than `null` and lists. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a text as a JSON object; returns `undefined` if it is not one. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether data has more than this number of nested levels. Deeply nested data would overflow the
 * stack of recursive functions. Allocates little.
 */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // for…in converts the index of each item to text.
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1));
  for (const name in value) {
    if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}
