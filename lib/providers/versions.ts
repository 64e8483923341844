import { operationName, type PixOperation } from '../contract/index.js';
import type { PixProviderVersions } from './provider.js';

/**
 * Resolves the version segment of an operation: by operation, otherwise by path template, otherwise
 * by family.
 *
 * @returns `undefined` if the provider has no versions
 */
export function resolveVersion(
  versions: PixProviderVersions | undefined,
  operation: PixOperation,
): string | undefined {
  if (versions === undefined) return undefined;
  return (
    versions.resources[operationName(operation)] ??
    versions.resources[operation.path] ??
    versions.resources[operation.family] ??
    versions.default
  );
}
