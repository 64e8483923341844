import { operationName, providerOperations } from '../../lib/contract/index.js';
import { pixProviders, type PixProvider } from '../../lib/providers/index.js';
import { code, buildTable } from '../support/markdown.js';
import { serviceMethod } from './operation-table.js';

/**
 * Returns the table of the differences between providers. A cell without a difference is empty.
 *
 * @param link path of the pages of the banks
 */
export function providerTable(link: string): string {
  const rows = Object.values<PixProvider>(pixProviders).map((provider) => [
    `[${provider.name}](${link}${provider.name}.md) (${provider.code})`,
    describeSandbox(provider),
    describeVersions(provider),
    Object.keys(provider.unsupported ?? {})
      .map(code)
      .join(', '),
    listDifferences(provider).join('; '),
  ]);
  return buildTable(
    ['Provider', 'Sandbox', 'Version before the path', 'Not offered', 'Other differences'],
    rows,
  );
}

/** Returns the table of operations that only some providers offer. */
export function providerOperationTable(): string {
  const rows = providerOperations.map((operation) => {
    const name = operationName(operation);
    const providers = operation.providers ?? [];
    return [
      providers.map(code).join(', '),
      code(name),
      code(serviceMethod(operation)),
      operation.ownToken === undefined ? code(operation.scope ?? 'none') : 'none, own token',
      describeEnvironments(name, providers),
    ];
  });
  return buildTable(['Provider', 'Operation', 'Method', 'Scope', 'Where'], rows);
}

function describeEnvironments(name: string, providers: readonly string[]): string {
  const profiles = Object.values<PixProvider>(pixProviders).filter((profile) =>
    providers.includes(profile.name),
  );
  if (profiles.some(({ sandboxOnly }) => sandboxOnly?.includes(name))) return 'only sandbox';
  if (profiles.some(({ productionOnly }) => productionOnly?.includes(name))) {
    return 'only production';
  }
  return 'everywhere';
}

function describeSandbox({ sandbox }: PixProvider): string {
  if (!sandbox) return 'none';
  return sandbox.mode === 'oauth' ? 'OAuth 2.0' : `a fixed token (${code('sandboxToken')})`;
}

/** Describes the version of each resource. */
export function describeVersions({ versions }: PixProvider): string {
  if (!versions) return '';
  const byVersion = new Map<string, string[]>();
  for (const [resource, version] of Object.entries(versions.resources)) {
    byVersion.set(version, [...(byVersion.get(version) ?? []), code(resource)]);
  }
  const others = [...byVersion].map(
    ([version, resources]) => `${version}: ${resources.join(', ')}`,
  );
  return [...others, `${versions.default}: the rest`].join('; ');
}

/** The differences of a profile, one function per field. */
const DIFFERENCES: readonly ((provider: PixProvider) => readonly string[])[] = [
  ({ clientAuth }) => (clientAuth === 'body' ? ['credentials in the form body'] : []),
  ({ token }) => (token?.encoding === 'json' ? ['token request in JSON'] : []),
  ({ token }) => (token?.sendScope === false ? ['no scope is sent'] : []),
  ({ query = {} }) =>
    Object.entries(query).flatMap(([name, names]) =>
      Object.entries(names).map(
        ([own, wire]) => `${code(name)} has ${code(wire)} for ${code(own)}`,
      ),
    ),
  ({ accountHeader }) => (accountHeader === undefined ? [] : [`header ${code(accountHeader)}`]),
  ({ correlationHeader }) =>
    correlationHeader === undefined ? [] : [`header ${code(correlationHeader)} on each call`],
  ({ appKeyQuery }) =>
    appKeyQuery === undefined ? [] : [`query ${code(appKeyQuery)} on each call`],
  ({ maxItensPorPagina }) =>
    maxItensPorPagina === undefined ? [] : [`pages of up to ${maxItensPorPagina}`],
  ({ maxPeriod = {} }) =>
    Object.entries(maxPeriod).map(
      ([name, days]) => `${code(name)} takes periods under ${days} days`,
    ),
  ({ emptyIsNotFound = [] }) =>
    emptyIsNotFound.map((name) => `${code(name)}: 404 is an empty page`),
  ({ wholeSeconds = [] }) => wholeSeconds.map((name) => `${code(name)} takes no milliseconds`),
  ({ phoneKeyWithoutPlus }) => (phoneKeyWithoutPlus === true ? ['a phone key without its +'] : []),
  ({ answerAliases = {} }) =>
    Object.entries(answerAliases).map(([own, alias]) => `${code(alias)} is read as ${code(own)}`),
];

/** Lists the differences of a profile that the client observes. */
export function listDifferences(provider: PixProvider): string[] {
  return DIFFERENCES.flatMap((difference) => difference(provider));
}
