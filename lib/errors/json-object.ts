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
 * stack of recursive functions. Allocates nothing.
 */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) {
    if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}
