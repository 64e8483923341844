import { outcomeTable, type AttemptEnd } from '../../lib/client/index.js';
import {
  allOperations,
  getFields,
  operationName,
  type PixOperation,
} from '../../lib/contract/index.js';
import { code, buildTable } from '../support/markdown.js';

const yes = (value: boolean) => (value ? 'yes' : 'no');

/** The first column of the table. */
const conditions: Readonly<Record<AttemptEnd, string>> = {
  'not-connected': 'No connection within the time limit, or none free',
  unreachable:
    'The host name does not exist, a certificate is not trusted or not accepted, or no TLS is spoken',
  'no-token': 'The token endpoint refused, or a limit of calls was reached on this side',
  'stopped-before':
    'The caller aborted, the deadline passed, the client was closed or an interceptor failed before the request was sent',
  success: '2xx with the record that was asked for',
  rejected: '400, 401, 403, 404, 422',
  limited: '429; one that ends the call is settled by reading',
  'early-or-late': '408, 425, 499',
  'other-client-error': '409, any other 4xx',
  redirect: '3xx, or below 200',
  'server-error': 'Any 5xx',
  unreadable: '2xx without a readable body, or with another identifier, amount, key or status',
  broken:
    'The connection broke, the time limit passed, the response was undecodable or an interceptor failed after the request was sent',
  'too-large': 'The response exceeds the size limit',
  'stopped-after': 'The caller aborted or the client was closed after the request was sent',
};

/** Returns the table of the ends of an attempt and their consequences. */
export function outcomeRows(): string {
  const rows = Object.entries(outcomeTable).map(
    ([end, { write, repeatRead, repeatWrite, settle, refusal }]) => [
      conditions[end as AttemptEnd],
      refusal ? 'settled by reading' : write,
      yes(repeatRead),
      refusal
        ? 'no'
        : write === 'unknown' && settle
          ? 'after reading the record'
          : yes(repeatWrite),
    ],
  );
  return buildTable(
    ['The attempt ends with', 'Outcome of a write', 'Read repeated', 'Write repeated'],
    rows,
  );
}

/** Returns the table of how the outcome of each write is read back, and which fields decide. */
export function settlementRows(): string {
  const writes = allOperations.filter(({ repeat }) => repeat !== 'safe');
  const rows = writes.map((operation) => [
    code(operationName(operation)),
    describeRead(operation),
    operation.identifier?.param ? code(operation.identifier.param) : listCodes(operation.params),
    describeMoney(operation),
  ]);
  return buildTable(['Write', 'Read', 'Identity', 'Money'], rows);
}

function describeRead({ settle, candidates }: PixOperation): string {
  if (settle) return code(operationName(settle.read));
  const search = candidates && ('list' in candidates ? candidates.list : candidates.within);
  return search ? `${code('findCandidates')} with ${code(operationName(search))}` : '';
}

function listCodes(params: PixOperation['params']): string {
  return params.map(({ name }) => code(name)).join(', ');
}

/** Lists the deciding fields that the body of an operation has. */
function describeMoney({ id, body, record }: PixOperation): string {
  if (id === 'cobr.retry') return `${code('dataLiquidacao')}, ${code('tipo')}`;
  const table = body && getFields(body);
  const money = record?.money.filter((path) => table?.has(path.split('.')[0] ?? '')) ?? [];
  return money.map(code).join(', ');
}
