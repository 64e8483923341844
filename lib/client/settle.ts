/** What a refusal and a read prove about a write: the tables of docs/outcomes.md. */
import {
  findDifferences,
  findMoneyDifferences,
  getFields,
  isBelow,
  valueAt,
  type DtoClass,
  type PathValues,
  type PixOperation,
  type PixSettlement,
} from '../contract/index.js';
import type { PixAPIException } from '../errors/index.js';
import { MINUTE_MS } from '../runtime/index.js';
import type { Plan } from './plan.js';
import {
  checkIdentifier,
  getInstant,
  getRevision,
  getStatus,
  hasEnded,
  isIn,
  type KnownRecord,
} from './record.js';

/**
 * What the latest answer of the provider says about a write:
 *
 * - `none`: it is no refusal.
 * - `stateless`: it refuses a format or a range, and so every delivery of the same request.
 * - `denied`: it refuses the account or limits its calls, before it looks at the request.
 * - `missing`: the provider itself reports that there is no such record.
 * - `stateful`: any other refusal. It can be the answer to the second delivery of a request whose
 * first one took effect: `txid` already used.
 */
export type Refusal = 'none' | 'stateless' | 'denied' | 'missing' | 'stateful';

/** The state of a call when it reads its record. */
export interface SettleState {
  readonly kind: PixSettlement['kind'];
  readonly refusal: Refusal;
  /** Whether an attempt without an answer of the provider may still reach it. */
  readonly mayArrive: boolean;
  /** Whether the record is at least as new as the first sending, even from a replica. */
  readonly isFresh: boolean;
  /** Whether the record is at least as new as the end of the latest attempt, even from a replica. */
  readonly isSettled: boolean;
  /** Whether this client had received the record before the call. */
  readonly isKnown: boolean;
  /** Whether an earlier read of the call showed what was asked for. */
  readonly wasShown: boolean;
}

/** What a record shows about a write. */
export interface RecordEvidence {
  readonly kind: 'record';
  /** `unclear`: it differs in fields that providers change, or an item of it does. */
  readonly match: 'equal' | 'different' | 'unclear';
  /** Whether it is older than what this client has received. */
  readonly isStale: boolean;
  /** Whether no later change can undo that it is equal, and it was not so before the call. */
  readonly isLasting: boolean;
  /** Whether it was removed, refused or failed. */
  readonly hasEnded: boolean;
  /** Of a record that is not equal: whether it excludes that the write took effect. */
  readonly isExcluded: boolean;
  /** Whether it can no longer become what was sent. */
  readonly isFinal: boolean;
  /** Whether sending the write again undoes no change of anyone else. */
  readonly mayRewrite: boolean;
}

/**
 * What a read shows. `unreadable`: another read may help. `limited`: so it may, but the provider
 * requests a long wait before it. `nowhere`: its address leads nowhere. `denied`: no read helps.
 */
export type Evidence =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' | 'limited' | 'nowhere' | 'denied' }
  | RecordEvidence;

/**
 * What follows a read: the call took effect (`done`), another record is there (`conflict`), the
 * refusal is definite (`refused`), the outcome stays unknown (`unknown`), or the client sends the
 * write again (`send`) or reads again (`read`).
 */
export type Verdict = 'done' | 'conflict' | 'refused' | 'unknown' | 'send' | 'read';

/**
 * The table of docs/outcomes.md: what a read proves. A success needs a record that is as new as the
 * call. A definite failure needs a record that shows everything the call can do, which a replica
 * shows `readLag` after the end of its latest attempt, and no attempt that may still arrive.
 */
export function decide(state: SettleState, evidence: Evidence): Verdict {
  const verdict = judge(state, evidence);
  const isShown = state.wasShown || showsEffect(state.kind, evidence);
  const isStateless = state.refusal === 'stateless';
  return isStateless && !isShown && verdict !== 'conflict' ? 'refused' : verdict;
}

/** Whether a read shows what was asked for, although a replica may show it from before the call. */
export function showsEffect(kind: SettleState['kind'], evidence: Evidence): boolean {
  if (kind === 'remove') return evidence.kind === 'absent';
  return evidence.kind === 'record' && evidence.match === 'equal' && !evidence.isStale;
}

function judge(state: SettleState, evidence: Evidence): Verdict {
  switch (evidence.kind) {
    case 'denied':
      return 'unknown';
    case 'unreadable':
      return 'read';
    case 'limited':
      return isDenied(state) ? 'unknown' : 'read';
    case 'nowhere':
      return whenOver(state, 'unknown');
    case 'absent':
      if (state.kind !== 'remove') return judgeAbsence(state);
      return state.isFresh || state.refusal === 'missing' ? 'done' : 'read';
    case 'record':
      return judgeRecord(state, evidence);
  }
}

function judgeAbsence(state: SettleState): Verdict {
  const { kind, refusal, mayArrive, isKnown } = state;
  const isChange = kind === 'change' || kind === 'step';
  // A record never disappears, except the value that a `set` writes.
  const isHidden = isKnown && kind !== 'set';
  if (refusal === 'none') return isChange || isHidden ? 'read' : 'send';
  if (isHidden) return whenOver(state, 'unknown');
  if (refusal === 'missing' && isChange && !mayArrive) return 'refused';
  return whenOver(state, state.wasShown ? 'unknown' : 'refused');
}

function judgeRecord(state: SettleState, evidence: RecordEvidence): Verdict {
  if (evidence.isStale) return 'read';
  return evidence.match === 'equal' ? judgeEqual(state, evidence) : judgeOther(state, evidence);
}

function judgeEqual(
  { kind, isFresh }: SettleState,
  { hasEnded, isLasting }: RecordEvidence,
): Verdict {
  if ((kind === 'create' || kind === 'step') && hasEnded) return 'conflict';
  return isLasting || isFresh ? 'done' : 'read';
}

function judgeOther(state: SettleState, { isExcluded, isFinal, mayRewrite }: RecordEvidence) {
  const { kind, refusal } = state;
  // It was absent when the bank refused its removal, and someone else has written it since.
  if (kind === 'remove' && refusal === 'missing') return whenOver(state, 'unknown');
  const whenExcluded = kind === 'create' || refusal === 'none' ? 'conflict' : 'refused';
  // Someone else may have changed what the write did.
  const failure = state.wasShown ? 'unknown' : whenExcluded;
  if (isExcluded && isFinal) return failure;
  if (refusal === 'none')
    return mayRewrite && kind !== 'step' ? 'send' : whenOver(state, 'unknown');
  return whenOver(state, isExcluded ? failure : 'unknown');
}

/** A failure is proved once nothing that the call sent can still show. */
function whenOver(state: SettleState, failure: Verdict): Verdict {
  return (state.isSettled || isDenied(state)) && !state.mayArrive ? failure : 'read';
}

/** Whether one read decides, without a wait. */
function isDenied({ refusal, wasShown }: SettleState): boolean {
  return refusal === 'denied' && !wasShown;
}

/** Classifies a refusal of a write. */
export function classifyRefusal(
  { operation, statelessRefusals }: Pick<Plan, 'operation' | 'statelessRefusals'>,
  error: PixAPIException,
  isMissing: boolean,
): Refusal {
  const { type, title, status, violacoes = [] } = error;
  if (status === 401 || (status === 403 && type.endsWith('/AcessoNegado'))) return 'denied';
  const names = [type, title, ...violacoes.map(({ codigo }) => codigo)];
  const isListed = statelessRefusals.some((name) => names.includes(name));
  if (isListed || violacoes.some(({ propriedade }) => isStateless(operation, propriedade))) {
    return 'stateless';
  }
  return isMissing ? 'missing' : 'stateful';
}

/**
 * Whether a refused field is one of the body whose refusal depends only on its format or range.
 * Providers write it with or without the name of the record: `cob.valor.original`.
 */
function isStateless({ body, record }: PixOperation, propriedade: unknown): boolean {
  if (!body || !record || typeof propriedade !== 'string') return false;
  const names = propriedade.replace(/\[\d*\]/g, '').split('.');
  return [names, names.slice(1)].some(
    (path) => hasField(body, path) && !isStateful(path.join('.'), record.stateful),
  );
}

/** Whether a field, one above it or one below it depends on a state. */
function isStateful(path: string, stateful: readonly string[]): boolean {
  return isBelow(path, stateful) || stateful.some((field) => isBelow(field, [path]));
}

function hasField(dto: DtoClass, [name, ...below]: readonly string[]): boolean {
  const field = name === undefined ? undefined : getFields(dto).get(name);
  if (!field) return false;
  return below.length === 0 || (field.nested !== undefined && hasField(field.nested(), below));
}

/** A write that was sent. */
export interface SentWrite {
  readonly operation: PixOperation;
  readonly settlement: PixSettlement;
  readonly params: PathValues;
  readonly body: unknown;
}

/** A record that was read. */
export interface Reading {
  readonly record: object;
  /** The provider's time of the response, in milliseconds since 1970; `NaN` if it sent none. */
  readonly date: number;
  /** Milliseconds from the first sending until the read began. */
  readonly sinceSent: number;
  /** Milliseconds from the first sending until the read had ended, pauses of the machine included. */
  readonly untilRead: number;
  /** Whether it is at least as new as the end of the latest attempt. */
  readonly isSettled: boolean;
  /** What this client knew about the record before the call. */
  readonly before: KnownRecord | undefined;
  /** What this client knows of the same step that it took before. */
  readonly repeated: KnownRecord | undefined;
  /** The highest revision that this client has received. */
  readonly newest: number | undefined;
}

/** The clocks of a provider may differ by this much. */
const CLOCK_SKEW_MS = MINUTE_MS;
/** An instant may lack its fraction, and so may the time of a response. */
const PRECISION_MS = 2000;

/** Whether a body is the record of the write, in a state that the specification knows. */
export function isWrittenRecord(
  { operation: { record: rule }, settlement: { read, find, parts }, params }: SentWrite,
  record: object,
): boolean {
  if (read.identifier && checkIdentifier(read.identifier, record, params)) return false;
  // A batch has no identifier of its own, but always its items.
  if (parts && !Array.isArray(valueAt(record, [parts.field]))) return false;
  if (find || !rule) return true;
  // Without a status it has at least what it is for: a webhook has its address.
  if (!rule.lifecycle)
    return rule.required?.every((path) => valueAt(record, path.split('.'))) ?? true;
  const { open, fulfilled, ended } = rule.lifecycle;
  return isIn([...open, ...fulfilled, ...ended], getStatus(record));
}

/** Compares a record with what was sent, field by field. */
export function compareRecord(sent: SentWrite, record: object): RecordEvidence['match'] {
  const { operation, settlement, params, body } = sent;
  const { kind, find } = settlement;
  if (kind === 'remove') return 'different';
  if (find) return find(record, params) === undefined ? 'different' : 'equal';
  if (findMoneyDifferences(operation, body, record).length > 0) return 'different';
  const isEqual = kind !== 'change' || findDifferences(operation.body, body, record).length === 0;
  return isEqual ? 'equal' : 'unclear';
}

/**
 * Whether a record, or the part of it that shows the effect, was there before the call (`older`) or
 * came with it (`newer`), by the clock of the provider and what this client knows.
 */
export type Age = 'older' | 'newer' | 'unclear';

export function findAge(sent: SentWrite, reading: Reading): Age {
  const { record, date, untilRead, before, repeated } = reading;
  if (!sent.settlement.find && before !== undefined) return 'older';
  const created = getCreated(sent, record);
  // A day without a time proves nothing.
  if (created === undefined) return 'unclear';
  const instant = Date.parse(created);
  const seen = repeated && Date.parse(repeated.instant ?? '');
  if (seen !== undefined && instant <= seen) return 'older';
  // The provider dates a response while the read is under way.
  if (instant < date - untilRead - CLOCK_SKEW_MS) return 'older';
  return !Number.isNaN(seen) && isNew(sent, reading) ? 'newer' : 'unclear';
}

/** Whether a record was created since the call began. */
function isNew(sent: SentWrite, { record, date, sinceSent }: Reading): boolean {
  return Date.parse(getCreated(sent, record) ?? '') >= date - sinceSent - PRECISION_MS;
}

/** Returns when a record, or the part of it that shows the effect, was created. */
export function getCreated(
  { settlement: { find, since }, operation: { record: rule }, params }: Omit<SentWrite, 'body'>,
  record: object,
): string | undefined {
  const part = find ? find(record, params) : record;
  const path = find ? since : rule?.created;
  return path === undefined ? undefined : getInstant(part, path);
}

/**
 * Returns what a record shows about a write.
 *
 * @param match of its own fields and of its items, which have their own records
 * @param mayBeRevised whether an earlier revision may be what was sent
 */
export function examine(
  sent: SentWrite,
  reading: Reading,
  match: RecordEvidence['match'],
  mayBeRevised: boolean,
): RecordEvidence {
  const { operation, settlement } = sent;
  const { kind, since } = settlement;
  const { record, newest } = reading;
  const end = findEnd(sent, record);
  const isFixed = kind === 'create' && operation.record?.history === 'fixed';
  const age = findAge(sent, reading);
  const shown = since !== undefined && match === 'equal' ? matchOfAge[age] : match;
  return {
    kind: 'record',
    match: shown,
    isStale: Number(getRevision(record)) < Number(newest),
    isLasting: since !== undefined || end.isFinal || isFixed,
    hasEnded: end.hasEnded,
    isExcluded: isExcluded(sent, reading, shown, mayBeRevised),
    isFinal: end.isFinal || isFixed,
    mayRewrite: mayRewrite(sent, reading),
  };
}

/** Whether a record has ended, or the attempt that the call asked for; and whether its status is final. */
function findEnd(
  { settlement: { find, ended }, operation, params }: SentWrite,
  record: object,
): Pick<RecordEvidence, 'hasEnded' | 'isFinal'> {
  if (find) return { hasEnded: isIn(ended, getStatus(find(record, params))), isFinal: false };
  const isEnded = hasEnded(operation, record);
  const isFulfilled = isIn(operation.record?.lifecycle?.fulfilled, getStatus(record));
  return { hasEnded: isEnded, isFinal: isEnded || isFulfilled };
}

/** What a dated part of a record shows, such as an attempt: one from before the call is not its effect. */
const matchOfAge = { older: 'different', newer: 'equal', unclear: 'unclear' } as const;

/** Whether a record that is not equal shows that the write had no effect. */
function isExcluded(
  sent: SentWrite,
  reading: Reading,
  match: RecordEvidence['match'],
  mayBeRevised: boolean,
): boolean {
  const { kind } = sent.settlement;
  // A status that was asked for is final: the record would still have it.
  if (asksStatus(sent)) return true;
  // A value that was written since the call began may have replaced its effect.
  if (kind === 'set' || kind === 'remove') return !isNew(sent, reading);
  if (kind === 'change') return match === 'different' ? !mayBeRevised : isUnrevised(sent, reading);
  if (match === 'unclear') return false;
  return kind === 'step' || (!mayBeRevised && findAge(sent, reading) === 'older');
}

/** Whether the record still has the revision that this client knew before the call, or its first one. */
function isUnrevised({ operation }: SentWrite, { record, before }: Reading): boolean {
  if (operation.record?.history !== 'revised') return false;
  return getRevision(record) === (before?.revision ?? 0);
}

/** Whether sending a write again undoes no change that someone else has made since it began. */
function mayRewrite(sent: SentWrite, reading: Reading): boolean {
  const { operation, settlement } = sent;
  if (asksStatus(sent)) return true;
  if (operation.record?.history !== 'revised') {
    return settlement.parts === undefined && settlement.kind !== 'create';
  }
  // A late replica shows the revision from before another writer.
  if (!reading.isSettled) return false;
  if (reading.before?.revision !== undefined) return isUnrevised(sent, reading);
  // Nobody has changed a first revision. One that is not older may be a create of someone else.
  const isOwn = settlement.kind === 'change' || findAge(sent, reading) === 'older';
  return getRevision(reading.record) === 0 && isOwn;
}

/** Whether a change sets a status, such as a cancel. Such a status is final. */
export function asksStatus({ settlement, body }: SentWrite): boolean {
  return settlement.kind === 'change' && getStatus(body) !== undefined;
}
