import { pixScopes, type PixFamily } from 'nestjs-pix';
import {
  allOperations,
  operationName,
  pixFamilies,
  providerOperations,
  resolveVersion,
  type PixOperation,
} from 'nestjs-pix/spec';
import type { SimulatorQuirks } from './quirks.js';

export function resolveBasePath({ basePath = '/pix/v2' }: SimulatorQuirks): string {
  return basePath;
}

export function resolveTokenPath({ token }: SimulatorQuirks): string {
  return token?.path ?? '/oauth/token';
}

/** A path of the simulator's host, with the operations that are below it or the families whose tokens it issues. */
export interface ServedPath<Served> {
  readonly path: string;
  readonly serves: (served: Served) => boolean;
}

/** Lists the base paths of the API, each with its operations. The path of the host itself is empty. */
export function listBasePaths(quirks: SimulatorQuirks): ServedPath<PixOperation>[] {
  return listPaths(resolveBasePath(quirks), listOffered(quirks), (operation) => {
    const own = quirks.operations?.[operationName(operation)];
    return own === undefined ? quirks.families?.[operation.family]?.basePath : toBasePath(own);
  });
}

/** Lists the token endpoints, each with its families. */
export function listTokenPaths(quirks: SimulatorQuirks): ServedPath<PixFamily>[] {
  return listPaths(
    resolveTokenPath(quirks),
    pixFamilies,
    (family) => quirks.families?.[family]?.tokenPath,
  );
}

/** Converts the path of operations to what precedes their own paths. */
export function toBasePath(path: string): string {
  return path === '/' ? '' : path;
}

function listPaths<Served>(
  main: string,
  all: readonly Served[],
  find: (served: Served) => string | undefined,
): ServedPath<Served>[] {
  const resolve = (served: Served) => find(served) ?? main;
  const paths = new Set([main, ...all.map(resolve)]);
  return [...paths].map((path) => ({ path, serves: (served) => resolve(served) === path }));
}

/** Builds the path template of an operation below the base path, including the version. */
export function buildProviderPath({ versions }: SimulatorQuirks, operation: PixOperation): string {
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

/** Lists the scopes of the operations that a provider offers, in addition to those of the specification. */
export function listOwnScopes(
  quirks: SimulatorQuirks,
  belongs: (operation: PixOperation) => boolean = () => true,
): string[] {
  const scopes = listOffered(quirks)
    .filter(belongs)
    .map(({ scope }) => scope)
    .filter((scope) => scope !== null && !pixScopes.includes(scope));
  return [...new Set(scopes)] as string[];
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
