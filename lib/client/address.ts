import type { PixOperation } from '../contract/index.js';
import { resolveVersion, type PixProvider } from '../providers/index.js';

/**
 * Returns the base address of an operation, including the version segment if the provider has one
 * for each resource.
 */
export function resolveBaseUrl(
  operation: PixOperation,
  provider: PixProvider,
  baseUrl: string,
): string {
  const version = resolveVersion(provider.versions, operation);
  return version === undefined ? baseUrl : `${baseUrl}/${version}`;
}

/**
 * Encodes a query with a leading `?`, using the provider's parameter names. Returns an empty text
 * without parameters.
 */
export function encodeQuery(
  query: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    search.set((Object.hasOwn(names, name) ? names[name] : undefined) ?? name, value);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
