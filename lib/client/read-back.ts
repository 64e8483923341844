import {
  findDifferences,
  findMoneyDifferences,
  type PathValues,
  type PixOperation,
  type PixSettlementParts,
} from '../contract/index.js';
import { isObject, isPixAPIException } from '../errors/index.js';
import { getPixResponse, isAbsence } from './attempt.js';
import { DEFAULT_RETRY } from './options.js';
import { getRevision, hasEnded } from './record.js';
import {
  asksStatus,
  compareRecord,
  examine,
  findAge,
  isWrittenRecord,
  type Evidence,
  type Reading,
  type RecordEvidence,
  type SentWrite,
} from './settle.js';

/** Reads a record once. Rejects with a `PixAPIException`. */
export type RecordReader = (
  operation: PixOperation,
  params: PathValues,
  filter?: object,
) => Promise<object>;

/** What a read shows about a write. */
export interface ReadResult {
  readonly evidence: Evidence;
  readonly record?: object;
  /** The record, or the part of it that shows the effect. */
  readonly part?: object;
  /** Paths of the fields that were sent and differ. */
  readonly differences?: readonly string[];
  /** Those of them that decide. */
  readonly money?: readonly string[];
}

/** What a client knows about a record, in addition to the record. */
export interface Knowledge extends Omit<Reading, 'record' | 'date' | 'untilRead'> {
  /** Returns the milliseconds since the first sending, pauses of the machine included. */
  readonly measure: () => number;
}

/** Reads the record of a write, with its items and its earlier revisions, and compares it. */
export async function readBack(
  sent: SentWrite,
  read: RecordReader,
  knowledge: Knowledge,
): Promise<ReadResult> {
  const { operation, settlement, params, body } = sent;
  try {
    const record = await readOrAbsent(read, settlement.read, params);
    if (record === undefined) return { evidence: { kind: 'absent' } };
    if (!isWrittenRecord(sent, record)) return { evidence: { kind: 'unreadable' } };
    const date = Date.parse(getPixResponse(record)?.headers.date ?? '');
    const reading: Reading = { ...knowledge, record, date, untilRead: knowledge.measure() };
    const match = settlement.parts
      ? await compareParts(sent, settlement.parts, reading, read)
      : compareRecord(sent, record);
    const mayBeRevised =
      match === 'different' && hasRevisions(sent) && (await isRevised(sent, reading, read));
    return {
      evidence: examine(sent, reading, match, mayBeRevised),
      record,
      part: settlement.find?.(record, params) ?? record,
      differences: findDifferences(operation.body, body, record),
      money: findMoneyDifferences(operation, body, record),
    };
  } catch (error) {
    return { evidence: { kind: classifyFailure(error) } };
  }
}

/** Statuses with which the provider refuses a read for good. */
const REFUSED_FOR_GOOD: ReadonlySet<number | undefined> = new Set([400, 403, 422]);

function classifyFailure(error: unknown): 'denied' | 'nowhere' | 'limited' | 'unreadable' {
  if (!isPixAPIException(error)) return 'unreadable';
  if (REFUSED_FOR_GOOD.has(error.status)) return 'denied';
  // A reported absence is no failure, so that this is the answer of a gateway.
  if (error.status === 404) return 'nowhere';
  return Number(error.retryAfter) > DEFAULT_RETRY.maxDelay ? 'limited' : 'unreadable';
}

/** @returns `undefined` if the provider reports that there is no such record */
async function readOrAbsent(read: RecordReader, ...asked: Parameters<RecordReader>) {
  try {
    return await read(...asked);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** A record with more revisions since the call began has another busy writer. */
const MOST_REVISIONS = 8;

/**
 * Whether a revision since the call began may be the effect of a write: it is what was sent, and another writer has
 * changed it since, or it has other money than the one before, which the provider may have altered. It never proves the
 * effect: another process may have written the same before the call.
 */
async function isRevised(sent: SentWrite, reading: Reading, read: RecordReader): Promise<boolean> {
  const current = getRevision(reading.record);
  // Without a revision from before a change, only the first one was changed by nobody; a create made the first one.
  const known = reading.before?.revision ?? (sent.settlement.kind === 'change' ? 0 : -1);
  if (current === undefined || current - known - 1 > MOST_REVISIONS) return true;
  let later = reading.record;
  for (let revisao = current - 1; revisao >= Math.max(known, 0); revisao -= 1) {
    const record = await readRevision(sent, revisao, read);
    if (!record || (known >= 0 && hasOtherMoney(sent, later, record))) return true;
    if (revisao > known && compareRecord(sent, record) !== 'different') return true;
    later = record;
  }
  return false;
}

/** Whether a revision has other money than the one before. */
function hasOtherMoney({ operation }: SentWrite, later: object, earlier: object): boolean {
  return findMoneyDifferences(operation, later, earlier).some((path) => path !== 'status');
}

/** Whether earlier revisions can show the effect. A status that was asked for is final. */
function hasRevisions(sent: SentWrite): boolean {
  return sent.operation.record?.history === 'revised' && !asksStatus(sent);
}

/** @returns `undefined` if the provider answers with another revision */
async function readRevision(
  { settlement, params }: SentWrite,
  revisao: number,
  read: RecordReader,
): Promise<object | undefined> {
  const record = await readOrAbsent(read, settlement.read, params, { revisao });
  return record && getRevision(record) === revisao ? record : undefined;
}

/** The number of concurrent reads. */
const CONCURRENT = 4;

/**
 * Compares the items that were sent, such as the charges of a batch, with their own records. A
 * batch never gains or loses an item. In a batch that the call created, an item that the provider
 * refused or still processes is a result; in an older one, it does not show what the call changed.
 */
async function compareParts(
  sent: SentWrite,
  { field, key, created, read: readPart, write }: PixSettlementParts,
  reading: Reading,
  read: RecordReader,
): Promise<RecordEvidence['match']> {
  const items = readItems(sent.body, field);
  const found = new Map(readItems(reading.record, field).map((item) => [String(item[key]), item]));
  const isCreate = sent.settlement.kind === 'create';
  if (isCreate && found.size !== items.length) return 'different';
  if (items.some((item) => !found.has(String(item[key])))) return 'different';
  const needsRecords = !isCreate || findAge(sent, reading) !== 'newer';
  const unclear: unknown[] = [];
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item && unclear.length === 0; item = queue.shift()) {
      const status = found.get(String(item[key]))?.status;
      const isSame = status === created ? await isEqualPart(item) : !needsRecords;
      if (!isSame) unclear.push(item);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return unclear.length === 0 ? 'equal' : 'unclear';

  async function isEqualPart(item: Record<string, unknown>): Promise<boolean> {
    const { settle: settlement } = write;
    const params = { [key]: String(item[key]) };
    const record = await readOrAbsent(read, readPart, params);
    if (record === undefined || settlement === undefined) return false;
    const part: SentWrite = { operation: write, settlement, params, body: item };
    return compareRecord(part, record) === 'equal' && !hasEnded(write, record);
  }
}

function readItems(holder: unknown, field: string): Record<string, unknown>[] {
  const list = isObject(holder) ? holder[field] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
