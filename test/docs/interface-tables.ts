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
import { readResponseTypes } from './declared-responses.js';
import { serviceMethod } from './operation-table.js';
import { code, tableOf } from './sections.js';

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
  const operations = allOperations.filter((operation) => groupOf(operation) === family);
  return tableOf(HEADER, operations.map(rowOf));
}

/** Returns the table of the operations that only some providers offer. */
export function providerOnlyTable(): string {
  return tableOf(HEADER, providerOperations.map(rowOf));
}

function groupOf({ family, responseBody }: PixOperation): string {
  return responseBody === 'jws' ? 'payload' : family;
}

function rowOf(operation: PixOperation): string[] {
  const { body, filter, requestBody, scope, success, identifier } = operation;
  return [
    code(operationName(operation)),
    code(serviceMethod(operation)),
    body ? code(body.name) : requestBody,
    filter ? code(filter.name) : 'none',
    responseOf(operation),
    scope === null ? 'none' : code(scope),
    identifier ? code(identifier.field) : '',
    success.join(),
  ];
}

function responseOf({ id, responseBody }: PixOperation): string {
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
  return tableOf(['Provider', 'Environment', 'Families', 'Base address', 'Token endpoint'], rows);
}

type Addresses = Omit<PixProviderAddresses, 'tokenUrl'> & { readonly tokenUrl?: string };

/** Returns the rows of an environment: the account's addresses, and those of other families. */
export function addressRows(provider: string, environment: string, addresses: Addresses) {
  const { baseUrl, tokenUrl, families = {} } = addresses;
  const groups = new Map<string, { cells: string[]; names: string[] }>();
  for (const [family, address] of Object.entries(families)) {
    const cells = [code(address.baseUrl), tokenEndpointOf(address.tokenUrl ?? tokenUrl)];
    const group = groups.get(cells.join()) ?? { cells, names: [] };
    group.names.push(code(family));
    groups.set(cells.join(), group);
  }
  const main = groups.size === 0 ? 'all' : 'others';
  return [
    [provider, environment, main, code(baseUrl), tokenEndpointOf(tokenUrl)],
    ...[...groups.values()].map(({ cells, names }) => ['', '', names.join(', '), ...cells]),
  ];
}

function tokenEndpointOf(tokenUrl: string | undefined): string {
  return tokenUrl === undefined ? 'none, fixed token' : code(tokenUrl);
}
