import {
  findDifferences,
  type PathValues,
  type PixLifecycle,
  type PixSettlement,
  type DtoClass,
} from '../../contract/index.js';
import { isObject } from '../../errors/index.js';
import { checkIdentifier } from '../identifier.js';
import type { SettlementVerdict } from './verdict.js';

/** A write that was sent, and what is known about its attempts. */
export interface SentWrite {
  readonly settlement: PixSettlement;
  /** The class of the body. */
  readonly dto: DtoClass | undefined;
  readonly params: PathValues;
  readonly body: unknown;
}

/** Returns the verdict for a record that does not exist at the provider. */
export function resolveAbsent({ settlement: { whenAbsent } }: SentWrite): SettlementVerdict {
  return whenAbsent === 'done' ? { kind: 'done', record: undefined } : { kind: whenAbsent };
}

/**
 * Returns the verdict for the record that was read.
 *
 * @param partDifferences paths of the items that differ, if they are compared individually
 */
export function resolveRecord(
  sent: SentWrite,
  record: object,
  partDifferences: readonly string[] = [],
): SettlementVerdict {
  const { settlement, dto, params, body } = sent;
  const { kind, lifecycle, holds, parts } = settlement;
  if (kind === 'remove') return { kind: 'send-again' };
  const status = readStatus(record);
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
 * Returns the verdict for a record that differs. A record that can still change may be an old
 * version from a replica that lags behind. It therefore does not prove that the write failed, even
 * if the provider refused the latest attempt.
 */
function different(
  { whenDifferent }: PixSettlement,
  fields: readonly string[],
  status: string | undefined,
): SettlementVerdict {
  return whenDifferent === 'conflict' ? impossible(fields, status) : { kind: whenDifferent };
}

function impossible(fields: readonly string[], status: string | undefined): SettlementVerdict {
  return { kind: 'impossible', fields, status };
}

function readStatus(record: object): string | undefined {
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
  return lifecycle !== undefined && contains(lifecycle.ended, status);
}

function isOpen(lifecycle: PixLifecycle | undefined, status: string | undefined): boolean {
  return lifecycle === undefined || contains(lifecycle.open, status);
}

function isKnown({ open, fulfilled, ended }: PixLifecycle, status: string | undefined): boolean {
  return [open, fulfilled, ended].some((list) => contains(list, status));
}

function contains(list: readonly string[], status: string | undefined): boolean {
  return list.some((one) => one === status);
}

function without(body: unknown, field: string | undefined): unknown {
  if (field === undefined || !isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}
