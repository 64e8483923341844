import type { PixOperation } from '../contract/index.js';
import { resolveVersion, type PixProvider } from '../providers/index.js';

/** The base address of an operation, with the version segment where the provider has one for each resource. */
export function baseOf(operation: PixOperation, provider: PixProvider, baseUrl: string): string {
  const version = resolveVersion(provider.versions, operation);
  return version === undefined ? baseUrl : `${baseUrl}/${version}`;
}

/** Wire names of a query in the provider's spelling, encoded, with its leading `?`; empty without parameters. */
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
