import { allOperations, providerOperations } from '../../contract/operations.js';
import { operationName } from '../../contract/operation.js';
import type { PixOperation } from '../../contract/operation.js';
import { resolveVersion } from '../../providers/index.js';
import type { SimulatorQuirks } from './quirks.js';

export function basePathOf({ basePath = '/pix/v2' }: SimulatorQuirks): string {
  return basePath;
}

export function tokenPathOf({ token }: SimulatorQuirks): string {
  return token?.path ?? '/oauth/token';
}

/** Path template of an operation below the base path, version included. */
export function pathOf({ versions }: SimulatorQuirks, operation: PixOperation): string {
  const version = resolveVersion(versions, operation);
  return version === undefined ? operation.path : `/${version}${operation.path}`;
}

/** The operations of the receiver that a provider offers: the specification's but for those it lacks, and its own. */
export function offeredBy({ missing = [], own = [] }: SimulatorQuirks): PixOperation[] {
  const isOneOf = (names: readonly string[]) => (operation: PixOperation) =>
    names.includes(operationName(operation));
  const isMissing = isOneOf(missing);
  return [
    ...allOperations.filter((operation) => operation.scope !== null && !isMissing(operation)),
    ...providerOperations.filter(isOneOf(own)),
  ];
}

/** The query of a call by the specification's names. */
export function queryOf(
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
