import { operationName, type PixOperation } from '../../contract/operation.js';
import { allOperations, providerOperations } from '../../contract/operations.js';
import { resolveVersion } from '../../providers/index.js';
import type { SimulatorQuirks } from './quirks.js';

export function resolveBasePath({ basePath = '/pix/v2' }: SimulatorQuirks): string {
  return basePath;
}

export function resolveTokenPath({ token }: SimulatorQuirks): string {
  return token?.path ?? '/oauth/token';
}

/** Builds the path template of an operation below the base path, including the version. */
export function buildPath({ versions }: SimulatorQuirks, operation: PixOperation): string {
  const version = resolveVersion(versions, operation);
  return version === undefined ? operation.path : `/${version}${operation.path}`;
}

/** Lists the operations that a provider offers: those of the specification that it supports, and its own. */
export function listOffered({ missing = [], own = [] }: SimulatorQuirks): PixOperation[] {
  const isNamedIn = (names: readonly string[]) => (operation: PixOperation) =>
    names.includes(operationName(operation));
  const isMissing = isNamedIn(missing);
  return [
    ...allOperations.filter((operation) => operation.scope !== null && !isMissing(operation)),
    ...providerOperations.filter(isNamedIn(own)),
  ];
}

/** Parses the query of a call and renames the provider's parameters to those of the specification. */
export function parseQuery(
  quirks: SimulatorQuirks,
  operation: PixOperation,
  text: string,
): URLSearchParams {
  const query = new URLSearchParams(text);
  const names = quirks.query?.[operationName(operation)];
  for (const [name, wire] of Object.entries(names ?? {})) {
    const value = query.get(wire);
    query.delete(name);
    if (value !== null) query.set(name, value);
  }
  return query;
}
