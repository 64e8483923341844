import type { PathValues, PixOperation } from '../../contract/index.js';
import { isPixAPIException } from '../../errors/index.js';
import { isAbsence } from '../absence.js';
import { endOfStatus, outcomeTable } from '../outcome.js';
import type { PreparedCall } from '../prepare.js';
import { compareParts } from './compare-parts.js';
import { resolveAbsent, resolveRecord, type SentWrite } from './resolve-record.js';
import type { SettlementVerdict } from './verdict.js';

/** Reads a record, with the repeats of a read. Rejects with a `PixAPIException`. */
export type RecordReader = (operation: PixOperation, params: PathValues) => Promise<object>;

/** Determines the outcome of a write by reading its record. */
export async function settle(
  { plan, input }: PreparedCall,
  read: RecordReader,
): Promise<SettlementVerdict> {
  const { settle: settlement, body: dto } = plan.operation;
  if (settlement === undefined) return { kind: 'unknown' };
  const { params = {}, body } = input;
  const sent: SentWrite = { settlement, dto, params, body };
  try {
    const record = await readOrAbsent(read, settlement.read, params);
    if (record === undefined) return resolveAbsent(sent);
    const { parts } = settlement;
    if (parts === undefined) return resolveRecord(sent, record);
    const readPart = (key: string) => readOrAbsent(read, parts.read, { [parts.key]: key });
    const isWhole = settlement.kind === 'create';
    return resolveRecord(sent, record, await compareParts(parts, body, record, readPart, isWhole));
  } catch (error) {
    // The error of the write has more information than the error of the read.
    return { kind: isInconclusive(error) ? 'unreadable' : 'unknown' };
  }
}

/** Statuses with which the provider refuses a read for its content; repeats are useless. */
const REFUSED_FOR_GOOD: ReadonlySet<number> = new Set([400, 403, 422]);

/**
 * Whether a failed read shows nothing about the record, although a read is not repeated
 * automatically: a redirect, a conflict, a token that was revoked in the meantime.
 */
function isInconclusive(error: unknown): boolean {
  const status = isPixAPIException(error) ? error.status : undefined;
  if (status === undefined || REFUSED_FOR_GOOD.has(status)) return false;
  const end = endOfStatus(status);
  // Reads with an unreadable success were already repeated.
  return end !== 'success' && !outcomeTable[end].repeatRead;
}

/** @returns `undefined` if the provider reports that there is no such record */
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
