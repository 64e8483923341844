/**
 * Whether data has more levels of objects and lists than that: what is nested without end would end the stack of whoever
 * walks it.
 */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
