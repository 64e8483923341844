/** More levels than any body of the specification has. */
export const MAX_BODY_DEPTH = 64;

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
