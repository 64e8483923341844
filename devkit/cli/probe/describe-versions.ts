import type { PixProviderVersions } from 'nestjs-pix';
import { operationName, type PixOperation } from 'nestjs-pix/spec';

type FindVersion = (operation: PixOperation) => string;

/**
 * Describes versions as briefly as a profile can: the most frequent one as the default, the others by family, path
 * template or operation.
 *
 * @returns `undefined` if an operation has no version
 */
export function describeVersions(
  operations: readonly PixOperation[],
  find: FindVersion,
): PixProviderVersions | undefined {
  const versions = operations.map(find);
  if (versions.length === 0 || versions.includes('')) return undefined;
  const usual = findMostFrequent(versions);
  const others = operations.filter((row) => find(row) !== usual);
  const resources = others.map((row) => [findName(row, operations, find), find(row)] as const);
  return { default: usual, resources: Object.fromEntries(resources) };
}

/** Returns the broadest name of a resource all of whose operations have the version of this one. */
function findName(
  row: PixOperation,
  operations: readonly PixOperation[],
  find: FindVersion,
): string {
  const isUniform = (belongs: (other: PixOperation) => boolean): boolean =>
    operations.filter(belongs).every((other) => find(other) === find(row));
  if (isUniform(({ family }) => family === row.family)) return row.family;
  if (isUniform(({ path }) => path === row.path)) return row.path;
  return operationName(row);
}

function findMostFrequent(versions: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const version of versions) counts.set(version, (counts.get(version) ?? 0) + 1);
  const [[usual] = ['']] = [...counts].sort(([, one], [, other]) => other - one);
  return usual;
}
