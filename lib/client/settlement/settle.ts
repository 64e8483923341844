import type { PathValues, PixOperation } from '../../contract/index.js';
import { isPixAPIException } from '../../errors/index.js';
import { isAbsence } from '../absence.js';
import { endOfStatus, outcomeTable } from '../outcome.js';
import type { PreparedCall } from '../prepare.js';
import { compareParts } from './compare-parts.js';
import { judgeAbsent, judgeRecord, type SentWrite } from './judge.js';
import type { Verdict } from './verdict.js';

/** Reads a record, with the repeats that a read allows. Rejects with a `PixAPIException`. */
export type RecordReader = (operation: PixOperation, params: PathValues) => Promise<object>;

/**
 * Reads the record of a write whose outcome is unknown, and judges it.
 */
export async function settle({ plan, input }: PreparedCall, read: RecordReader): Promise<Verdict> {
  const { settle: settlement, body: dto } = plan.operation;
  if (settlement === undefined) return { kind: 'unknown' };
  const { params = {}, body } = input;
  const sent: SentWrite = { settlement, dto, params, body };
  try {
    const record = await readOrAbsent(read, settlement.read, params);
    if (record === undefined) return judgeAbsent(sent);
    const { parts } = settlement;
    if (parts === undefined) return judgeRecord(sent, record);
    const readPart = (key: string) => readOrAbsent(read, parts.read, { [parts.key]: key });
    const isWhole = settlement.kind === 'create';
    return judgeRecord(sent, record, await compareParts(parts, body, record, readPart, isWhole));
  } catch (error) {
    // The error of the write itself says more than the one of the read.
    return { kind: saysNothing(error) ? 'unreadable' : 'unknown' };
  }
}

/** Reads that the provider refuses for what they ask, however often they ask it. */
const REFUSED_FOR_GOOD: ReadonlySet<number> = new Set([400, 403, 422]);

/**
 * Whether a read failed in a way that says nothing about the record, and that a read does not repeat by itself: a
 * redirect, a conflict, a token that was revoked meanwhile.
 */
function saysNothing(error: unknown): boolean {
  const status = isPixAPIException(error) ? error.status : undefined;
  if (status === undefined || REFUSED_FOR_GOOD.has(status)) return false;
  const end = endOfStatus(status);
  // The reads of an unreadable success were repeated already.
  return end !== 'success' && !outcomeTable[end].repeatRead;
}

/** @returns `undefined` when the provider says that there is no such record */
async function readOrAbsent(
  read: RecordReader,
  operation: PixOperation,
  params: PathValues,
): Promise<object | undefined> {
  try {
    return await read(operation, params);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
