import { pixScopes, type PixFamily, type PixProvider, type PixProviderName } from 'nestjs-pix';
import { choose, isObject, must, objectOf } from 'nestjs-pix/internal';
import {
  allOperations,
  operationName,
  pixFamilies,
  pixProviders,
  profileRules,
  providerOperations,
  resolveVersion,
  type PixOperation,
} from 'nestjs-pix/spec';

/**
 * A bank to simulate: its profile, or some fields of one. Omitted fields follow the specification. The simulator serves
 * the paths of the addresses on its own host. Change a profile of the library by spreading it: `{ ...pixProviders.inter,
 * rateLimits: {} }`.
 */
export type SimulatedProfile = Partial<PixProvider>;

/** The rule of the option `quirks`: also that the simulator can serve the addresses of a profile. */
export const profileRule = choose(
  isObject,
  (value, name, report) => {
    if (!shapeRule(value, name, report)) return false;
    for (const problem of findAddressProblems(value as SimulatedProfile)) report(problem);
    return true;
  },
  (value, name, report) => {
    if (!nameRule(value, name, report)) return false;
    if (Object.hasOwn(pixProviders, value as string)) return true;
    const known = Object.keys(pixProviders).join(', ');
    report(`${name} has no provider "${value as string}"; known ones: ${known}`);
    return false;
  },
);

const nameRule = must('the name of a provider, or an object', (value) => typeof value === 'string');

const shapeRule = objectOf<SimulatedProfile>(profileRules);

/** Resolves the option `quirks`. */
export function resolveProfile(
  quirks: PixProviderName | SimulatedProfile | undefined,
): SimulatedProfile {
  return typeof quirks === 'string' ? pixProviders[quirks] : (quirks ?? {});
}

function findAddressProblems(profile: SimulatedProfile): string[] {
  const { baseUrl, tokenUrl, families = {}, operations = {} } = profile.production ?? {};
  const urls: Record<string, unknown> = { baseUrl, tokenUrl };
  for (const [family, address] of Object.entries(families)) {
    urls[`families.${family}.baseUrl`] = address.baseUrl;
    urls[`families.${family}.tokenUrl`] = address.tokenUrl;
  }
  for (const [name, url] of Object.entries(operations)) urls[`operations.${name}`] = url;
  const wrong = Object.entries(urls).filter(
    ([name, url]) => url !== undefined && !isServable(name, url),
  );
  if (wrong.length > 0) {
    return wrong.map(
      ([name]) =>
        `quirks.production.${name} must be an address with a path such as /pix/v2, and not below /simulator`,
    );
  }
  const basePaths = listBasePaths(profile).map(({ path }) => path);
  return listTokenPaths(profile).some(({ path }) => basePaths.includes(path))
    ? ['quirks: a token endpoint must not have the path of the API']
    : [];
}

/** Whether the simulator can serve an address on its host. Families and operations may be at the path of the host itself. */
function isServable(name: string, url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { pathname } = new URL(url);
  if (pathname === '/') return name.includes('.');
  return /^(\/[\w.~-]+)+$/.test(pathname) && !pathname.startsWith('/simulator');
}

/** A path of the simulator's host, with the operations that are below it or the families whose tokens it issues. */
export interface ServedPath<Served> {
  readonly path: string;
  readonly serves: (served: Served) => boolean;
}

/** Returns the path of an address; that of the host itself is empty. */
export function toPath(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? '' : pathname;
}

/** Lists the base paths of the API, each with its operations; the bank's own first. */
export function listBasePaths(profile: SimulatedProfile): ServedPath<PixOperation>[] {
  const { baseUrl, families } = profile.production ?? {};
  const main = baseUrl === undefined ? '/pix/v2' : toPath(baseUrl);
  const operations = listOperationUrls(profile);
  return listPaths(main, listOffered(profile), (operation) => {
    return operations[operationName(operation)] ?? families?.[operation.family]?.baseUrl;
  });
}

/** Addresses of operations that are not below that of their family, by name. */
export function listOperationUrls({
  production,
  sandbox,
}: SimulatedProfile): Readonly<Record<string, string>> {
  return { ...sandbox?.operations, ...production?.operations };
}

/** Lists the token endpoints, each with its families; the bank's own first. */
export function listTokenPaths({ production }: SimulatedProfile): ServedPath<PixFamily>[] {
  const { tokenUrl, families } = production ?? {};
  const main = tokenUrl === undefined ? '/oauth/token' : toPath(tokenUrl);
  return listPaths(main, pixFamilies, (family) => families?.[family]?.tokenUrl);
}

/** Lists the paths that need no client certificate. */
export function listOpenPaths(profile: SimulatedProfile): string[] {
  const isOpen = profile.server?.tokenRequests?.includes('no-certificate');
  return isOpen ? listTokenPaths(profile).map(({ path }) => path) : [];
}

function listPaths<Served>(
  main: string,
  all: readonly Served[],
  find: (served: Served) => string | undefined,
): ServedPath<Served>[] {
  const resolve = (served: Served) => {
    const url = find(served);
    return url === undefined ? main : toPath(url);
  };
  const paths = new Set([main, ...all.map(resolve)]);
  return [...paths].map((path) => ({ path, serves: (served) => resolve(served) === path }));
}

/** Builds the path template of an operation below the base path, including the version. */
export function buildProviderPath({ versions }: SimulatedProfile, operation: PixOperation): string {
  const version = resolveVersion(versions, operation);
  return version === undefined ? operation.path : `/${version}${operation.path}`;
}

/** Lists the path templates at which the servers accept an operation. */
export function listProviderPaths(profile: SimulatedProfile, operation: PixOperation): string[] {
  const further = profile.server?.versions?.[operation.path];
  const path = buildProviderPath(profile, operation);
  return further === undefined ? [path] : [path, `/${further}${operation.path}`];
}

/** Lists the operations that a provider offers: those of the specification that it supports, and its own. */
export function listOffered({ name, unsupported = {} }: SimulatedProfile): PixOperation[] {
  const isOffered = (operation: PixOperation): boolean =>
    operation.scope !== null && !Object.hasOwn(unsupported, operationName(operation));
  return [
    ...allOperations.filter(isOffered),
    ...providerOperations.filter(
      ({ providers = [] }) => name !== undefined && providers.includes(name),
    ),
  ];
}

/** Lists the scopes of the operations that a provider offers, in addition to those of the specification. */
export function listOwnScopes(
  profile: SimulatedProfile,
  belongs: (operation: PixOperation) => boolean = () => true,
): string[] {
  const scopes = listOffered(profile)
    .filter(belongs)
    .map(({ scope }) => scope)
    .filter((scope) => scope !== null && !pixScopes.includes(scope));
  return [...new Set(scopes)] as string[];
}

/** Parses the query of a call and renames the provider's parameters to those of the specification. */
export function parseQuery(
  profile: SimulatedProfile,
  operation: PixOperation,
  text: string,
): URLSearchParams {
  const query = new URLSearchParams(text);
  const names = profile.query?.[operationName(operation)];
  for (const [name, wire] of Object.entries(names ?? {})) {
    const value = query.get(wire);
    query.delete(name);
    if (value !== null) query.set(name, value);
  }
  return query;
}
