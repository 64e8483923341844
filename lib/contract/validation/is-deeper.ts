/**
 * Whether data has more than this number of nested levels. Deeply nested data would overflow the
 * stack of recursive functions.
 */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
