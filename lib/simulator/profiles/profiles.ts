import { operationName } from '../../contract/operation.js';
import { providerOperations } from '../../contract/operations.js';
import {
  pixProviders,
  type PixFamilyAddresses,
  type PixProvider,
  type PixProviderName,
} from '../../providers/index.js';
import type { SimulatorQuirks } from './quirks.js';

/** Name of a provider whose quirks are built in. */
export type SimulatorQuirksName = PixProviderName;

/**
 * Quirks of the providers: how they differ from the specification, according to public sources. They were not tested
 * against live providers. They are derived from the provider profiles of the library. Spread an entry to change it:
 * `{ ...simulatorQuirks.inter, limits: {} }`.
 */
export const simulatorQuirks = Object.freeze(
  Object.fromEntries(
    Object.entries(pixProviders).map(([name, provider]) => [name, toQuirks(provider)]),
  ) as Record<SimulatorQuirksName, SimulatorQuirks>,
);

/** Converts a provider profile to the quirks of a simulator. */
function toQuirks(provider: PixProvider): SimulatorQuirks {
  const { production, server = {}, token, rateLimits, scopes, features } = provider;
  const { clientAuth, appKeyQuery, correlationHeader, unsupported, answerAliases } = provider;
  const grantTypeInQuery = token?.query?.grant_type !== undefined;
  return withoutUndefined({
    name: provider.name,
    basePath: new URL(production.baseUrl).pathname,
    families: production.families && toPaths(production.families),
    versions: provider.versions,
    token: {
      ...server.token,
      path: new URL(production.tokenUrl).pathname,
      ...(grantTypeInQuery && { grantTypeInQuery }),
    },
    missing: unsupported && Object.keys(unsupported),
    own: listOwnOperations(provider),
    statuses: server.statuses,
    query: provider.query,
    required: listRequired(provider),
    accountHeader: provider.accountHeader,
    answerNames: answerAliases,
    nullMembers: server.nullMembers,
    errors: server.errors,
    emptyIsNotFound: provider.emptyIsNotFound,
    maxItensPorPagina: provider.maxItensPorPagina,
    maxPeriod: provider.maxPeriod,
    wholeSeconds: provider.wholeSeconds,
    phoneKeyWithoutPlus: provider.phoneKeyWithoutPlus,
    limits:
      rateLimits &&
      withoutUndefined({ api: rateLimits.callsPerMinute, token: rateLimits.tokensPerMinute }),
    webhook: server.webhook,
    http: server.http,
    autoPay: server.autoPay,
    client: withoutUndefined({
      clientAuth,
      token,
      appKeyQuery,
      correlationHeader,
      scopes,
      features,
    }),
  });
}

/** Converts the addresses of families to paths. */
function toPaths(families: PixFamilyAddresses): SimulatorQuirks['families'] {
  const paths = Object.entries(families).map(([family, { baseUrl, tokenUrl }]) => [
    family,
    {
      basePath: new URL(baseUrl).pathname,
      ...(tokenUrl !== undefined && { tokenPath: new URL(tokenUrl).pathname }),
    },
  ]);
  return Object.fromEntries(paths) as SimulatorQuirks['families'];
}

/** Lists the operations that a provider offers in addition to the specification. */
function listOwnOperations({ name }: PixProvider): string[] | undefined {
  const own = providerOperations.filter(({ providers = [] }) => providers.includes(name));
  return own.length === 0 ? undefined : own.map(operationName);
}

/**
 * Lists the headers and query parameters that every call must have: those that the client sends on each call, and those
 * of `server`.
 */
function listRequired({
  server,
  correlationHeader,
  appKeyQuery,
}: PixProvider): SimulatorQuirks['required'] {
  const { headers = [], query = [] } = server?.required ?? {};
  const allHeaders = [
    ...headers,
    ...(correlationHeader === undefined ? [] : [correlationHeader.toLowerCase()]),
  ];
  const allQuery = [...query, ...(appKeyQuery === undefined ? [] : [appKeyQuery])];
  if (allHeaders.length + allQuery.length === 0) return undefined;
  return {
    ...(allHeaders.length > 0 && { headers: allHeaders }),
    ...(allQuery.length > 0 && { query: allQuery }),
  };
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
