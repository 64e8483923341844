import { operationName } from '../../contract/operation.js';
import type { PixOperation } from '../../contract/operation.js';
import type { SimulatorQuirks } from './quirks.js';

export function basePathOf({ basePath = '/pix/v2' }: SimulatorQuirks): string {
  return basePath;
}

export function tokenPathOf({ token }: SimulatorQuirks): string {
  return token?.path ?? '/oauth/token';
}

/** Path template of an operation below the base path, version included. */
export function pathOf({ versions }: SimulatorQuirks, operation: PixOperation): string {
  if (versions === undefined) return operation.path;
  const { resources } = versions;
  const version =
    resources[operationName(operation)] ??
    resources[operation.path] ??
    resources[operation.family] ??
    versions.default;
  return `/${version}${operation.path}`;
}

export function isOffered({ missing = [] }: SimulatorQuirks, operation: PixOperation): boolean {
  return !missing.includes(operationName(operation));
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
