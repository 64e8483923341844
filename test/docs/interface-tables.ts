import {
  allOperations,
  operationName,
  providerOperations,
  type PixOperation,
} from '../../lib/contract/index.js';
import {
  pixProviders,
  type PixProvider,
  type PixProviderAddresses,
} from '../../lib/providers/index.js';
import { code, buildTable } from '../support/markdown.js';
import { readResponseTypes } from './declared-responses.js';
import { resolveGroup, serviceMethod } from './operation-table.js';

const responseTypes = readResponseTypes();

const HEADER = [
  'Operation',
  'Service method',
  'Request body',
  'Query',
  'Response',
  'Scope',
  'Identifier',
  'Success',
];

/** Returns the table of the operations of one resource, or of the payload operations (`payload`). */
export function familyTable(family: string): string {
  const operations = allOperations.filter((operation) => resolveGroup(operation) === family);
  return buildTable(HEADER, operations.map(buildRow));
}

/** Returns the table of the operations that only some providers offer. */
export function providerOnlyTable(): string {
  return buildTable(HEADER, providerOperations.map(buildRow));
}

function buildRow(operation: PixOperation): string[] {
  const { body, filter, scope, success, identifier } = operation;
  return [
    code(operationName(operation)),
    code(serviceMethod(operation)),
    body ? code(body.name) : 'none',
    filter ? code(filter.name) : 'none',
    describeResponse(operation),
    scope === null ? 'none' : code(scope),
    identifier ? code(identifier.field) : '',
    success.join(),
  ];
}

function describeResponse({ id, responseBody }: PixOperation): string {
  if (responseBody === 'empty') return 'empty';
  if (responseBody === 'jws') return `JWS, read as ${code('PixPayload')}`;
  const type = responseTypes.get(id);
  if (type === undefined || type === 'undefined') throw new Error(`${id} declares no response.`);
  return code(type);
}

/** Returns the table of base addresses and token endpoints by provider, environment and family. */
export function addressTable(): string {
  const rows = Object.values<PixProvider>(pixProviders).flatMap(({ name, production, sandbox }) => [
    ...addressRows(code(name), 'production', production),
    ...(sandbox ? addressRows('', 'sandbox', sandbox) : []),
  ]);
  return buildTable(
    ['Provider', 'Environment', 'Families', 'Base address', 'Token endpoint'],
    rows,
  );
}

type Addresses = Omit<PixProviderAddresses, 'tokenUrl'> & { readonly tokenUrl?: string };

/** Returns the rows of an environment: the account's addresses, those of other families, and those of operations. */
export function addressRows(provider: string, environment: string, addresses: Addresses) {
  const { baseUrl, tokenUrl, families = {}, operations = {} } = addresses;
  const groups = new Map<string, { cells: string[]; names: string[] }>();
  for (const [family, address] of Object.entries(families)) {
    const cells = [code(address.baseUrl), describeTokenEndpoint(address.tokenUrl ?? tokenUrl)];
    const group = groups.get(cells.join()) ?? { cells, names: [] };
    group.names.push(code(family));
    groups.set(cells.join(), group);
  }
  const main = groups.size === 0 ? 'all' : 'others';
  return [
    [provider, environment, main, code(baseUrl), describeTokenEndpoint(tokenUrl)],
    ...[...groups.values()].map(({ cells, names }) => ['', '', names.join(', '), ...cells]),
    ...Object.entries(operations).map(([name, url]) => ['', '', code(name), code(url), '']),
  ];
}

function describeTokenEndpoint(tokenUrl: string | undefined): string {
  return tokenUrl === undefined ? 'none, fixed token' : code(tokenUrl);
}
