import {
  findDifferences,
  type PathValues,
  type PixLifecycle,
  type PixSettlement,
  type DtoClass,
} from '../../contract/index.js';
import { isObject } from '../../errors/json-object.js';
import { checkIdentifier } from '../identifier.js';
import type { Verdict } from './verdict.js';

/** A write as it was sent, and what is known about its attempts. */
export interface SentWrite {
  readonly settlement: PixSettlement;
  /** Class that describes the body. */
  readonly dto: DtoClass | undefined;
  readonly params: PathValues;
  readonly body: unknown;
}

/** What follows from a record that the provider does not have. */
export function judgeAbsent({ settlement: { whenAbsent } }: SentWrite): Verdict {
  return whenAbsent === 'done' ? { kind: 'done', record: undefined } : { kind: whenAbsent };
}

/**
 * What follows from the record that was read.
 *
 * @param partDifferences paths of the items that differ, where they are compared one by one
 */
export function judgeRecord(
  sent: SentWrite,
  record: object,
  partDifferences: readonly string[] = [],
): Verdict {
  const { settlement, dto, params, body } = sent;
  const { kind, lifecycle, holds, parts } = settlement;
  if (kind === 'remove') return { kind: 'send-again' };
  const status = statusOf(record);
  if (!isWrittenRecord(sent, record, status)) return { kind: 'unreadable' };
  if (holds)
    return holds(record, params) ? { kind: 'done', record } : different(settlement, [], status);

  const fields = [...findDifferences(dto, without(body, parts?.field), record), ...partDifferences];
  if (kind === 'create' && hasEnded(lifecycle, status)) {
    return impossible(['status', ...fields], status);
  }
  if (fields.length === 0) return { kind: 'done', record };
  return isOpen(lifecycle, status)
    ? different(settlement, fields, status)
    : impossible(fields, status);
}

/**
 * A record that can still change may be an old state of it, from a replica that lags behind. So it is no proof against
 * the write, even when the provider refused the latest attempt.
 */
function different(
  { whenDifferent }: PixSettlement,
  fields: readonly string[],
  status: string | undefined,
): Verdict {
  return whenDifferent === 'conflict' ? impossible(fields, status) : { kind: whenDifferent };
}

function impossible(fields: readonly string[], status: string | undefined): Verdict {
  return { kind: 'impossible', fields, status };
}

function statusOf(record: object): string | undefined {
  const { status } = record as { status?: unknown };
  return typeof status === 'string' ? status : undefined;
}

/** Whether a record is the one that was written, in a state that its lifecycle has. */
function isWrittenRecord(
  { settlement: { read, lifecycle }, params }: SentWrite,
  record: object,
  status: string | undefined,
): boolean {
  if (read.identifier && checkIdentifier(read.identifier, record, params) !== undefined) {
    return false;
  }
  return !lifecycle || isKnown(lifecycle, status);
}

function hasEnded(lifecycle: PixLifecycle | undefined, status: string | undefined): boolean {
  return lifecycle !== undefined && isOneOf(lifecycle.ended, status);
}

function isOpen(lifecycle: PixLifecycle | undefined, status: string | undefined): boolean {
  return lifecycle === undefined || isOneOf(lifecycle.open, status);
}

function isKnown({ open, fulfilled, ended }: PixLifecycle, status: string | undefined): boolean {
  return [open, fulfilled, ended].some((list) => isOneOf(list, status));
}

function isOneOf(list: readonly string[], status: string | undefined): boolean {
  return list.some((one) => one === status);
}

function without(body: unknown, field: string | undefined): unknown {
  if (field === undefined || !isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}
