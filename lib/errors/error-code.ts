/** Returns the code of an error of Node.js, such as `ENOENT`; `undefined` if it has none. */
export function getErrorCode(error: unknown): string | undefined {
  const code: unknown = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
