/**
 * Joins parts into a path with a leading slash and without a trailing one: `/a/b` for `a/b/`, an
 * empty text for `/`.
 */
export function normalizePath(...parts: string[]): string {
  return parts
    .flatMap((part) => part.split('/'))
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('');
}
