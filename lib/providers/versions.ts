import { operationName, type PixOperation } from '../contract/index.js';
import type { PixProviderVersions } from './provider.js';

/**
 * The version segment of an operation: by operation, failing that by path template, failing that by family.
 *
 * @returns `undefined` without versions
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
