import { outcomeTable } from '../../lib/client/index.js';
import {
  allOperations,
  operationName,
  type PixOperation,
  type PixSettlement,
} from '../../lib/contract/index.js';
import { code, buildTable } from '../support/markdown.js';

const yes = (value: boolean) => (value ? 'yes' : 'no');

/** Returns the table of the ends of an attempt and their consequences. */
export function outcomeRows(): string {
  const rows = Object.values(outcomeTable).map(
    ({ when, write, repeatRead, repeatWrite, settle }) => [
      when,
      write,
      yes(repeatRead),
      write === 'unknown' && settle ? 'after reading the record' : yes(repeatWrite),
    ],
  );
  return buildTable(
    ['The attempt ends with', 'Outcome of a write', 'Read repeated', 'Write repeated'],
    rows,
  );
}

const ABSENT: Readonly<Record<PixSettlement['whenAbsent'], string>> = {
  'send-again': 'sent again',
  done: 'took effect',
  unknown: 'unknown',
};

const DIFFERENT: Readonly<Record<PixSettlement['whenDifferent'], string>> = {
  'send-again': 'sent again',
  conflict: code('PixConflitoException'),
  unknown: 'unknown',
};

/** Returns the table of how the unknown outcome of each write is resolved. */
export function settlementRows(): string {
  const writes = allOperations.filter(({ repeat }) => repeat !== 'safe');
  const rows = writes.map((operation) => [
    code(operationName(operation)),
    ...describeSettlement(operation),
  ]);
  return buildTable(['Write', 'Settled by', 'Record absent', 'Record differs'], rows);
}

function describeSettlement({ settle, candidates }: PixOperation): string[] {
  if (settle) {
    const { read, whenAbsent, whenDifferent } = settle;
    return [code(operationName(read)), ABSENT[whenAbsent], DIFFERENT[whenDifferent]];
  }
  const search = candidates && ('list' in candidates ? candidates.list : candidates.within);
  const how = search
    ? `, ${code('findCandidates')} searches with ${code(operationName(search))}`
    : '';
  return [`sent once${how}`, '', ''];
}
