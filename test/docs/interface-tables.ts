import {
  allOperations,
  operationName,
  providerOperations,
  type PixOperation,
} from '../../lib/contract/index.js';
import { pixProviders, type PixProvider } from '../../lib/providers/index.js';
import { readResponseTypes } from './declared-responses.js';
import { resolveGroup, serviceMethod } from './operation-table.js';
import { code, buildTable } from './sections.js';

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
  const { body, filter, requestBody, scope, success, identifier } = operation;
  return [
    code(operationName(operation)),
    code(serviceMethod(operation)),
    body ? code(body.name) : requestBody,
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

/** Returns the table of base addresses and token endpoints by provider and environment. */
export function addressTable(): string {
  const rows = Object.values<PixProvider>(pixProviders).flatMap(({ name, production, sandbox }) => [
    [code(name), 'production', code(production.baseUrl), code(production.tokenUrl)],
    ...(sandbox
      ? [['', 'sandbox', code(sandbox.baseUrl), describeTokenEndpoint(sandbox.tokenUrl)]]
      : []),
  ]);
  return buildTable(['Provider', 'Environment', 'Base address', 'Token endpoint'], rows);
}

function describeTokenEndpoint(tokenUrl: string | undefined): string {
  return tokenUrl === undefined ? 'none, fixed token' : code(tokenUrl);
}
