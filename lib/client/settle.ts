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
import { isInstant } from '../values/index.js';
import type { Plan } from './plan.js';
import { checkIdentifier, getRevision, type KnownRecord } from './record.js';

/**
 * What the latest answer of the provider says about a write:
 *
 * - `none`: it is no refusal.
 * - `stateless`: it refuses a format or a range, and so every delivery of the same request.
 * - `denied`: it refuses the account, before it looks at the request.
 * - `missing`: the provider itself reports that there is no such record.
 * - `stateful`: any other refusal. It can be the answer to the second delivery of a request whose
 * first one took effect: `txid` already used.
 */
export type Refusal = 'none' | 'stateless' | 'denied' | 'missing' | 'stateful';

/** Whether a refusal is definite unless the record shows that the write took effect. */
export function isCertain(refusal: Refusal): boolean {
  return refusal === 'stateless' || refusal === 'denied';
}

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

/** What a read shows. `unreadable`: another read may help. `denied`: no read helps. */
export type Evidence =
  { readonly kind: 'absent' } | { readonly kind: 'unreadable' | 'denied' } | RecordEvidence;

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
  return isCertain(state.refusal) && verdict !== 'done' && verdict !== 'conflict'
    ? 'refused'
    : verdict;
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
    case 'absent':
      return state.kind === 'remove' ? judgeRemoval(state) : judgeAbsence(state);
    case 'record':
      return judgeRecord(state, evidence);
  }
}

function judgeRemoval({ isFresh, refusal }: SettleState): Verdict {
  return isFresh || refusal === 'missing' ? 'done' : 'read';
}

function judgeAbsence(state: SettleState): Verdict {
  const { kind, refusal, mayArrive, isKnown } = state;
  const isChange = kind === 'change' || kind === 'step';
  // A record never disappears, except the value that a `set` writes.
  const isHidden = isKnown && kind !== 'set';
  if (refusal === 'none') return isChange || isHidden ? 'read' : 'send';
  if (isHidden) return orUnknown(state);
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
  if (kind === 'create' && hasEnded) return 'conflict';
  return isLasting || isFresh ? 'done' : 'read';
}

function judgeOther(
  state: SettleState,
  { isExcluded, isFinal, mayRewrite }: RecordEvidence,
): Verdict {
  const { kind, refusal } = state;
  // It was absent when the bank refused its removal, and someone else has written it since.
  if (kind === 'remove' && refusal === 'missing') return orUnknown(state);
  const whenExcluded = kind === 'create' || refusal === 'none' ? 'conflict' : 'refused';
  // Someone else may have changed what the write did.
  const failure = state.wasShown ? 'unknown' : whenExcluded;
  if (isExcluded && isFinal) return failure;
  if (refusal === 'none') return mayRewrite && kind !== 'step' ? 'send' : orUnknown(state);
  return whenOver(state, isExcluded ? failure : 'unknown');
}

/** A failure is proved once nothing that the call sent can still show. */
function whenOver({ isSettled, mayArrive }: SettleState, failure: Verdict): Verdict {
  return isSettled && !mayArrive ? failure : 'read';
}

function orUnknown(state: SettleState): Verdict {
  return whenOver(state, 'unknown');
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
    (path) => hasField(body, path) && !isBelow(path.join('.'), record.stateful),
  );
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
  /** Milliseconds since the first sending. */
  readonly sinceSent: number;
  /** What this client knew about the record before the call. */
  readonly before: KnownRecord | undefined;
  /** The highest revision that this client has received. */
  readonly newest: number | undefined;
}

/** The clocks of a provider may differ by this much. */
const CLOCK_SKEW_MS = MINUTE_MS;

/** Whether a body is the record of the write, in a state that the specification knows. */
export function isWrittenRecord(
  { operation: { record: rule }, settlement: { read, find, parts }, params }: SentWrite,
  record: object,
): boolean {
  if (read.identifier && checkIdentifier(read.identifier, record, params)) return false;
  // A batch has no identifier of its own, but always its items.
  if (parts && !Array.isArray(valueAt(record, [parts.field]))) return false;
  if (find || !rule?.lifecycle) return true;
  const { open, fulfilled, ended } = rule.lifecycle;
  return [...open, ...fulfilled, ...ended].some((status) => status === getStatus(record));
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

/** Whether the record was there before the call; `false` if it does not show its age. */
export function isOlder(
  { settlement: { find, since }, operation: { record: rule }, params }: SentWrite,
  { record, date, sinceSent, before }: Reading,
): boolean {
  const part = find ? find(record, params) : record;
  const path = find ? since : rule?.created;
  const created = path === undefined ? undefined : valueAt(part, path.split('.'));
  if (!find && before !== undefined) return true;
  // A day without a time proves nothing.
  if (typeof created !== 'string' || !isInstant(created)) return false;
  return Date.parse(created) < date - sinceSent - CLOCK_SKEW_MS;
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
  const { kind, find } = settlement;
  const { record, newest } = reading;
  const { lifecycle, history: changes } = operation.record ?? {};
  const status = getStatus(record);
  const hasEnded = isIn(lifecycle?.ended, status);
  const isFinal = !find && (hasEnded || isIn(lifecycle?.fulfilled, status));
  const isFixed = kind === 'create' && changes === 'fixed';
  const older = isOlder(sent, reading);
  const revision = getRevision(record);
  const isDated = hasPartWithDate(sent, record);
  return {
    kind: 'record',
    match: isDated && older ? 'different' : match,
    isStale: Number(revision) < Number(newest),
    isLasting: isDated || isFinal || isFixed,
    hasEnded,
    isExcluded: isExcluded(sent, match, mayBeRevised, older),
    isFinal: isFinal || isFixed,
    mayRewrite: mayRewrite(sent, reading, older),
  };
}

function isIn(list: readonly string[] | undefined, status: string | undefined): boolean {
  return list?.some((one) => one === status) === true;
}

/** Whether a record that is not equal shows that the write had no effect. */
function isExcluded(
  sent: SentWrite,
  match: RecordEvidence['match'],
  mayBeRevised: boolean,
  older: boolean,
): boolean {
  const { kind } = sent.settlement;
  // A status that was asked for is final: the record would still have it.
  if (asksStatus(sent) || (kind !== 'create' && kind !== 'change')) return true;
  return match !== 'unclear' && !mayBeRevised && (kind === 'change' || older);
}

/** Whether sending a write again undoes no change that someone else has made since it began. */
function mayRewrite(sent: SentWrite, { record, before }: Reading, older: boolean): boolean {
  const { operation, settlement } = sent;
  if (asksStatus(sent)) return true;
  if (operation.record?.history !== 'revised') {
    return settlement.parts === undefined && settlement.kind !== 'create';
  }
  const revision = getRevision(record);
  if (before?.revision !== undefined) return revision === before.revision;
  // Nobody has changed a first revision. One that is not older may be a create of someone else.
  return revision === 0 && (settlement.kind === 'change' || older);
}

/** Whether a change sets a status, such as a cancel. Such a status is final. */
export function asksStatus({ settlement, body }: SentWrite): boolean {
  return settlement.kind === 'change' && getStatus(body) !== undefined;
}

/** Whether the part that shows the effect has the instant since when it is there. */
function hasPartWithDate({ settlement, params }: SentWrite, record: object): boolean {
  const { find, since } = settlement;
  if (!find || since === undefined) return false;
  const value = valueAt(find(record, params), since.split('.'));
  return typeof value === 'string' && isInstant(value);
}

function getStatus(record: unknown): string | undefined {
  const status = valueAt(record, ['status']);
  return typeof status === 'string' ? status : undefined;
}
