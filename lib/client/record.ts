/** What a response contains: the record of the call, or another one; and what a client knows about a record. */
import {
  findMoneyDifferences,
  normalizeAmounts,
  valueAt,
  type PathValues,
  type PixIdentifier,
  type PixOperation,
} from '../contract/index.js';
import {
  isObject,
  PixConflitoException,
  PixRespostaInvalidaError,
  type PixErrorContext,
} from '../errors/index.js';
import { remember } from '../runtime/index.js';
import { isInstant, toComparableKey } from '../values/index.js';
import type { PixCallInput } from './plan.js';

/** What the body of a success is checked against. */
interface Asked {
  readonly operation: PixOperation;
  readonly params: PathValues;
  readonly sent: unknown;
  readonly context: () => PixErrorContext;
  /** Builds the error of a success, such as one 'without the required body'. */
  readonly invalid: (what: string) => PixRespostaInvalidaError;
}

/**
 * Whether the media type's subtype is json or ends in +json
 * (docs/interface.md#requests-and-responses).
 */
export function isJsonMediaType(contentType: string | undefined): boolean {
  return /^\s*[^/\s;]+\/(?:[^/\s;]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}

/**
 * Parses the body of a successful response; returns `undefined` for an operation without a response
 * body.
 *
 * @param context of an error
 * @param tolerates whether the record may be another one than was asked for, as its error says
 * @throws PixRespostaInvalidaError if a body has no JSON content type, is not JSON, is not an
 * object, is missing where the operation has one, or is not the record that was written
 * @throws PixConflitoException if the record was removed, refused or failed
 */
export function parseSuccess(
  operation: PixOperation,
  response: { status: number; contentType: string | undefined; text: string },
  context: () => PixErrorContext,
  { params = {}, body: sent }: PixCallInput = {},
  tolerates: (error: unknown) => boolean = () => false,
): unknown {
  const { status, contentType, text } = response;
  const invalid: Asked['invalid'] = (what) => {
    const detail = `The provider returned a success ${what}.`;
    return new PixRespostaInvalidaError(
      { title: 'Invalid response', detail, status, contentType },
      // Only reading the record shows whether the write took effect.
      { ...context(), resultUnknown: operation.repeat !== 'safe' },
    );
  };
  const asked: Asked = { operation, params, sent, context, invalid };
  const isEmpty = operation.responseBody === 'empty';
  if (text.trim() === '') {
    if (isEmpty) return undefined;
    throw invalid('without the required body');
  }
  const body = parseJson(text, contentType, invalid);
  if (isEmpty && isProblem(body)) throw invalid('with a body that reports a problem');
  if (!isEmpty && !isObject(body)) throw invalid('with a body that is not a JSON object');
  checkAnswer(asked, body, tolerates);
  return isEmpty ? undefined : body;
}

function checkAnswer(asked: Asked, body: unknown, tolerates: (error: unknown) => boolean): void {
  try {
    if (asked.operation.responseBody === 'empty') checkUnasked(asked, body);
    else checkRecord(asked, body as object);
  } catch (error) {
    if (!tolerates(error)) throw error;
  }
}

/** Checks a body where none is required. It need not contain what was asked for, but nothing else. */
function checkUnasked(asked: Asked, body: unknown): void {
  const { operation, sent, invalid } = asked;
  const { settle } = operation;
  if (!settle || !isObject(body) || !isObject(sent)) return;
  const { read, parts, kind } = settle;
  assertIdentity(asked, read.identifier, body, true);
  if (parts && Array.isArray(body[parts.field])) {
    const keys = (list: unknown) => (list as unknown[]).map((item) => valueAt(item, [parts.key]));
    const returned = keys(body[parts.field]);
    if (!keys(sent[parts.field]).every((key) => returned.includes(key)))
      throw invalid(`with other items in ${parts.field}`);
  }
  if (kind === 'set') checkMoney(asked, { ...sent, ...body });
}

/** Returns the instant at a path of a record, or the first of a list of changes, whatever their order. */
export function getInstant(record: unknown, path: string): string | undefined {
  const found = valueAt(record, path.split('.'));
  const values: unknown[] = Array.isArray(found)
    ? found.map((change) => valueAt(change, ['data']))
    : [found];
  return values.filter(isInstant).sort((a, b) => Date.parse(a) - Date.parse(b))[0];
}

/** Checks that the record in a response is the one of the call, and after a write what was asked for. */
function checkRecord(asked: Asked, record: object): void {
  const { operation, params, context, invalid } = asked;
  normalizeAmounts(operation, record);
  assertIdentity(asked, operation.identifier, record);
  const { settle, record: rule } = operation;
  if (!rule) return;
  if (settle?.find) {
    const part = settle.find(record, params);
    if (part && !isIn(settle.ended, getStatus(part))) return;
    throw invalid('with a record that was not changed');
  }
  checkMoney(asked, record);
  if (rule.lifecycle && isProblem(record)) throw invalid('with a record that reports a problem');
  if (settle?.kind !== 'change' && hasEnded(operation, record))
    throw buildConflict(record, ['status'], context());
}

/** @param mayLack whether the record may have no identifier */
function assertIdentity(
  { params, invalid }: Asked,
  identifier: PixIdentifier | undefined,
  record: object,
  mayLack = false,
): void {
  if (!identifier) return;
  const problem = checkIdentifier(identifier, record, params);
  if (problem === 'other') throw invalid(`with the record of another ${identifier.field}`);
  if (problem && !mayLack) throw invalid(`with a body without ${identifier.field}`);
}

/** Whether a record was removed, refused or failed, so that it cannot be used. */
export function hasEnded({ record: rule }: PixOperation, record: object): boolean {
  return isIn(rule?.lifecycle?.ended, getStatus(record));
}

export function getStatus(record: unknown): string | undefined {
  const status = valueAt(record, ['status']);
  return typeof status === 'string' ? status : undefined;
}

export function isIn(list: readonly string[] | undefined, status: string | undefined): boolean {
  return list?.some((one) => one === status) === true;
}

function checkMoney({ operation, sent, invalid }: Asked, record: object): void {
  const differing = findMoneyDifferences(operation, sent, record);
  if (differing.length === 0) return;
  throw invalid(`with another record. Fields that differ: ${differing.join(', ')}`);
}

/**
 * Builds the error of a write whose identifier another record has, or the same one in a status that
 * no longer allows what it is for.
 *
 * @param fields paths of the fields that differ from what was sent
 */
export function buildConflict(
  record: object,
  fields: readonly string[],
  context: PixErrorContext,
): PixConflitoException {
  const recordStatus = getStatus(record);
  const state = recordStatus === undefined ? '' : ` with status ${recordStatus}`;
  const detail =
    fields.join() === 'status'
      ? `The provider holds this record${state}. That status is final.`
      : `The provider holds another record${state} under this identifier. Fields that differ: ${fields.join(', ')}.`;
  return new PixConflitoException(
    { title: 'Conflict', status: 409, detail, fields, recordStatus },
    context,
  );
}

function parseJson(
  text: string,
  contentType: string | undefined,
  invalid: Asked['invalid'],
): unknown {
  if (!isJsonMediaType(contentType))
    throw invalid(`with the content type ${contentType ?? '(none)'} instead of JSON`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('with a body that is not JSON');
  }
}

/** Whether the body of a success contains an unsuccessful status. */
function isProblem(body: unknown): boolean {
  const status = isObject(body) ? Number(body.status) : Number.NaN;
  return status >= 300 && status <= 599;
}

/**
 * Compares the identifier of a record with the path parameter of the call.
 *
 * @returns what is wrong with it; `undefined` if it is correct
 */
export function checkIdentifier(
  { field, param, isKey = false }: PixIdentifier,
  record: object,
  params: PathValues,
): 'missing' | 'other' | undefined {
  const value: unknown = Reflect.get(record, field);
  if (!isPresent(value)) return isKey ? undefined : 'missing';
  const wanted = param === undefined ? value : params[param];
  const isSame = isKey
    ? toComparableKey(value) === toComparableKey(wanted)
    : String(value) === String(wanted);
  return isSame ? undefined : 'other';
}

function isPresent(value: unknown): value is string | number {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number' && value > 0;
}

/** What a client knows about a record that it has received. */
export interface KnownRecord {
  /** The highest revision; `undefined` if the record has none. */
  readonly revision: number | undefined;
  /** Since when the part is there that shows the effect of a write, such as an attempt; `undefined` if it was not seen. */
  readonly instant?: string | undefined;
}

/** The number of records that a client remembers. */
const MOST = 1000;

/**
 * The records that a client has received last. A revision older than one of them comes from a
 * replica that lags behind, and proves nothing.
 */
export class KnownRecords {
  readonly #records = new Map<string, KnownRecord>();

  find(key: string | undefined): KnownRecord | undefined {
    return key === undefined ? undefined : this.#records.get(key);
  }

  set(key: string | undefined, known: KnownRecord | undefined): void {
    if (key === undefined) return;
    if (known) this.#records.set(key, known);
    else this.#records.delete(key);
  }

  /** @returns what is known of it now */
  add(key: string | undefined, record: object, instant?: string): KnownRecord | undefined {
    if (key === undefined) return undefined;
    const revision = getRevision(record);
    const highest = this.#records.get(key)?.revision;
    const known: KnownRecord = {
      revision: highest !== undefined && !(Number(revision) > highest) ? highest : revision,
      instant,
    };
    remember(this.#records, key, known, MOST);
    return known;
  }
}

/**
 * Returns what identifies the record of an operation: its family and its path parameters, or the
 * identifier that the provider chose.
 *
 * @returns `undefined` if there is none
 */
export function recordKey(
  operation: PixOperation,
  params: PathValues = {},
  answer?: object,
): string | undefined {
  const { family, identifier, settle, items } = operation;
  if (items !== undefined) return undefined;
  const names = (settle?.read ?? operation).params;
  const values =
    names.length === 0 && answer && identifier
      ? [Reflect.get(answer, identifier.field) as unknown]
      : names.map(({ name }) => params[name]);
  return values.length === 0 ? undefined : `${family} ${values.join(' ')}`;
}

/**
 * Returns what identifies a batch or an attempt: a record does not show which call made it.
 *
 * @returns `undefined` for any other write
 */
export function repeatKey(
  { id, settle, params: names }: PixOperation,
  params: PathValues = {},
): string | undefined {
  if (settle?.since === undefined && settle?.parts === undefined) return undefined;
  return `${id} ${names.map(({ name }) => params[name]).join(' ')}`;
}

/** Returns the revision number of a record; `undefined` if it has none. */
export function getRevision(record: object): number | undefined {
  const revision = valueAt(record, ['revisao']);
  // Some providers write it as text.
  const number =
    typeof revision === 'string' && /^\d{1,9}$/.test(revision) ? Number(revision) : revision;
  return typeof number === 'number' ? number : undefined;
}
