import { outcomeTable } from '../../lib/client/index.js';
import {
  allOperations,
  getFields,
  operationName,
  type PixOperation,
} from '../../lib/contract/index.js';
import { code, buildTable } from '../support/markdown.js';

const yes = (value: boolean) => (value ? 'yes' : 'no');

/** Returns the table of the ends of an attempt and their consequences. */
export function outcomeRows(): string {
  const rows = Object.values(outcomeTable).map(
    ({ when, write, repeatRead, repeatWrite, settle, refusal }) => [
      when,
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
