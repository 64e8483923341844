import type {
  PixFamilyAddresses,
  PixOperationAddresses,
  PixProvider,
  PixProviderName,
} from 'nestjs-pix';
import { operationName, pixProviders, providerOperations } from 'nestjs-pix/spec';
import { pickDefined, withoutUndefined } from './defined.js';
import { clientFacts, providerFacts } from './provider-facts.js';
import type { SimulatorQuirks } from './quirks.js';

/** Name of a provider whose quirks are built in. */
export type SimulatorQuirksName = PixProviderName;

/**
 * Quirks of the providers: how they differ from the specification, according to public sources.
 * They were not tested against live providers. They are derived from the provider profiles of the
 * library. Spread an entry to change it: `{ ...simulatorQuirks.inter, limits: {} }`.
 */
export const simulatorQuirks = Object.freeze(
  Object.fromEntries(
    Object.entries(pixProviders).map(([name, provider]) => [name, toQuirks(provider)]),
  ) as Record<SimulatorQuirksName, SimulatorQuirks>,
);

/** Converts a provider profile to the quirks of a simulator. */
function toQuirks(provider: PixProvider): SimulatorQuirks {
  const {
    production,
    sandbox,
    server = {},
    token,
    rateLimits,
    unsupported,
    answerAliases,
  } = provider;
  const { token: serverTokens, ...serverFacts } = server;
  const grantTypeInQuery = token?.query?.grant_type !== undefined;
  return withoutUndefined({
    ...pickDefined(provider, providerFacts),
    ...serverFacts,
    basePath: new URL(production.baseUrl).pathname,
    families: production.families && toPaths(production.families),
    operations: toOperationPaths({ ...sandbox?.operations, ...production.operations }),
    token: {
      ...serverTokens,
      path: new URL(production.tokenUrl).pathname,
      ...(grantTypeInQuery && { grantTypeInQuery }),
    },
    missing: unsupported && Object.keys(unsupported),
    own: listOwnOperations(provider),
    required: listRequired(provider),
    answerNames: answerAliases,
    limits:
      rateLimits &&
      withoutUndefined({ api: rateLimits.callsPerMinute, token: rateLimits.tokensPerMinute }),
    client: pickDefined(provider, clientFacts),
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

/** Converts the addresses of operations to paths. */
function toOperationPaths(addresses: PixOperationAddresses): SimulatorQuirks['operations'] {
  const paths = Object.entries(addresses).map(([name, url]) => [name, new URL(url).pathname]);
  return paths.length === 0
    ? undefined
    : (Object.fromEntries(paths) as SimulatorQuirks['operations']);
}

/** Lists the operations that a provider offers in addition to the specification. */
function listOwnOperations({ name }: PixProvider): string[] | undefined {
  const own = providerOperations.filter(({ providers = [] }) => providers.includes(name));
  return own.length === 0 ? undefined : own.map(operationName);
}

/**
 * Lists the headers and query parameters that every call must have: those that the client sends on
 * each call, and those of `server`.
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
