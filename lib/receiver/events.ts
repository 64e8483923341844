/** The types of events: how each is read from an item of a notification, its key and its digest. */
import { createHash, hash } from 'node:crypto';
import {
  type CobRNotification,
  type Devolucao,
  efiSentPix,
  type Pix,
  type RecNotification,
  MAX_BODY_DEPTH,
} from '../contract/index.js';
import { isObject, redact, isDeeper } from '../errors/index.js';
import { type PixEventLabels, toSafeTxid } from '../observe/index.js';
import {
  DEVOLUCAO_ID,
  END_TO_END_ID,
  ID_REC,
  PIX_TXID,
  toAmountText,
  toDecimalText,
} from '../values/index.js';

/**
 * The kinds of notifications, each with its own webhook registration: Pix (`pix`), recurrences
 * (`recs`), recurring charges (`cobsr`).
 */
export type PixNotificationKind = 'pix' | 'rec' | 'cobr';

/** A refund in a final status, with the Pix it belongs to. */
export interface PixDevolucaoFinalizada {
  /** The refund; its `status` is `DEVOLVIDO` or `NAO_REALIZADO`. */
  devolucao: Devolucao;
  /** The received Pix, with all of its refunds. */
  pix: Pix;
}

/**
 * A Pix that the account sent or tried to send. The specification has no such notification; Efí
 * posts it to the address of received Pix. Additional fields are passed on as received.
 */
export interface PixEnviado {
  /** Absent if the provider refused the Pix before it had an end-to-end id. */
  endToEndId?: string;
  /** The amount as decimal text with two decimals. */
  valor: string;
  /** `REALIZADO`, `NAO_REALIZADO` or `EM_PROCESSAMENTO`; other providers may send other values. */
  status: string;
  /** When the Pix was sent, RFC 3339; `null` if it was not sent. */
  horario: string | null;
  chave?: string;
  tipo?: string;
  /** The identifier that the application assigned to the sent Pix. */
  idEnvio?: string;
  [field: string]: unknown;
}

/** The payload that handlers receive, by event type. */
export interface PixEventPayloads {
  /** A Pix was received. */
  'pix.recebido': Pix;
  /** The account sent a Pix, or sending it failed. */
  'pix.enviado': PixEnviado;
  /** A refund became `DEVOLVIDO` or `NAO_REALIZADO`. */
  'pix.devolucao': PixDevolucaoFinalizada;
  /** A recurrence changed. */
  recorrencia: RecNotification;
  /** A recurring charge changed. */
  'cobranca-recorrente': CobRNotification;
}

export type PixEventType = keyof PixEventPayloads;

/**
 * An event, reported once regardless of how often and in which body it arrives. `type` determines
 * the type of the payload.
 */
export type PixEvent<T extends PixEventType = PixEventType> = { [K in T]: EventOfType<K> }[T];

interface EventOfType<T extends PixEventType> {
  readonly type: T;
  /**
   * The same for every delivery of this event and different from all other events. Contains no
   * personal data.
   */
  readonly key: string;
  readonly payload: PixEventPayloads[T];
}

/** The name of the receiver that is registered without one. */
export const DEFAULT_RECEIVER = 'default';

/** The receiver at which an event arrives, and the tenant if the receiver's path has one. */
export interface EventSource {
  readonly receiver: string;
  readonly tenant?: string | undefined;
}

/**
 * Builds a key that is unique for each receiver and tenant. An event at one of them, which may be
 * forged, then never counts as a duplicate at another. The default receiver keeps the unscoped key,
 * as stored by earlier versions.
 */
export function scopeKey({ receiver, tenant }: EventSource, key: string): string {
  if (tenant !== undefined) return `${receiver}/${tenant}/${key}`;
  return receiver === DEFAULT_RECEIVER ? key : `${receiver}/${key}`;
}

/** Returns the events with the keys of their source. */
export function scopeEvents(events: readonly PixEvent[], source: EventSource): readonly PixEvent[] {
  if (scopeKey(source, '') === '') return events;
  return events.map((event) => ({ ...event, key: scopeKey(source, event.key) }));
}

/** Names are part of keys and paths, so they must not contain `/` or `:`. */
const NAME = /^[A-Za-z0-9._~-]{1,64}$/;

export const NAME_RULE = '1 to 64 of the characters A–Z, a–z, 0–9, . _ ~ -';

/** Whether the value is a valid name of a receiver or tenant. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}

export type JsonObject = Record<string, unknown>;

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * Whether a value can be a status. Accepts any name, because later versions of the specification
 * may add some.
 */
function isStatus(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z_]{1,40}$/.test(value);
}

/** The items of notifications, once read. */
interface Items {
  pix: Pix;
  enviado: PixEnviado;
  rec: RecNotification;
  cobr: CobRNotification;
}

interface Identifiers {
  readonly txid?: unknown;
  readonly idRec?: unknown;
  readonly endToEndId?: unknown;
}

/** What distinguishes a type of event. */
interface EventRow<Name extends keyof Items, Item, Payload> {
  /** The item that reports it. */
  readonly item: Name;
  /** The payloads of the events that an item reports. */
  readonly read: (item: Item) => readonly Payload[];
  /** The same for every delivery of the event, and different from all other events. */
  readonly key: (payload: Payload) => string;
  /**
   * The content that all deliveries of the event have in common. Fields that a provider may add
   * later (refunds, the payer) or omit (the key) do not belong to it. Absent if the key says it all.
   */
  readonly digest?: (payload: Payload) => string;
  /** The received Pix that it reports, which the provider can confirm. Default: none. */
  readonly claims?: (payload: Payload) => unknown;
  /** Where its identifiers are. Default: in the payload. */
  readonly subject?: (payload: Payload) => Identifiers;
}

type EventRowOf<T extends PixEventType> = {
  [Name in keyof Items]: EventRow<Name, Items[Name], PixEventPayloads[T]>;
}[keyof Items];

/**
 * The types of events. A new one has a payload ({@link PixEventPayloads}), a row here and a decorator
 * (`dispatch/handlers.ts`).
 *
 * A recurrence or a recurring charge may change without changing its status (for example with a new
 * attempt). Its key therefore contains a digest of the whole notification: only an identical one is
 * a duplicate.
 */
const eventTypes: { readonly [T in PixEventType]: EventRowOf<T> } = {
  'pix.recebido': {
    item: 'pix',
    read: (pix) => [pix],
    key: ({ endToEndId }) => `pix:${endToEndId}`,
    digest: ({ valor, txid }) => `${valor} ${txid ?? ''}`,
    claims: (pix) => [pix],
  },
  'pix.devolucao': {
    item: 'pix',
    read: (pix) => (pix.devolucoes ?? []).filter(isFinal).map((devolucao) => ({ devolucao, pix })),
    key: ({ devolucao, pix }) => `devolucao:${pix.endToEndId}:${devolucao.id}:${devolucao.status}`,
    digest: ({ devolucao, pix }) =>
      `${pix.valor} ${toDecimalText(devolucao.valor) ?? ''} ${pix.txid ?? ''}`,
    claims: ({ pix }) => [pix],
    subject: ({ pix }) => pix,
  },
  // The Pix API cannot read a sent Pix, so it has no claims.
  'pix.enviado': {
    item: 'enviado',
    read: (pix) => [pix],
    key: (pix) => `enviado:${findSentId(pix)}:${pix.status}`,
    digest: ({ valor, txid }) => `${valor} ${isText(txid) ? txid : ''}`,
  },
  recorrencia: {
    item: 'rec',
    read: (rec) => [rec],
    key: (rec) => `rec:${rec.idRec}:${rec.status}:${canonicalDigest(rec)}`,
  },
  'cobranca-recorrente': {
    item: 'cobr',
    read: (cobr) => [cobr],
    key: (cobr) => `cobr:${cobr.txid}:${cobr.status}:${canonicalDigest(cobr)}`,
    claims: ({ pix }) => pix ?? [],
  },
};

/** The row of a type, for payloads of that type. */
function getRow(type: PixEventType): EventRow<keyof Items, unknown, unknown> {
  return eventTypes[type] as unknown as EventRow<keyof Items, unknown, unknown>;
}

const types = Object.keys(eventTypes) as PixEventType[];

const readers: { readonly [Item in keyof Items]: (item: unknown) => Items[Item] | undefined } = {
  pix: readReceivedPix,
  enviado: readSentPix,
  rec: readRecurrence,
  cobr: readRecurringCharge,
};

/**
 * Reads the events of an item: of a received Pix, the Pix itself and each refund in a final status.
 * Checks only the identifiers, the amount and the status; other fields pass as received. Returns
 * `undefined` if it is not such an item.
 */
export function readEvents(item: keyof Items, value: unknown): PixEvent[] | undefined {
  const read = readers[item](value);
  if (!read) return undefined;
  const events: PixEvent[] = [];
  for (const type of types) {
    const row = getRow(type);
    if (row.item !== item) continue;
    for (const payload of row.read(read)) {
      events.push({ type, key: row.key(payload), payload } as PixEvent);
    }
  }
  return events;
}

/** Computes a digest of an event's content. Deliveries with different digests contradict each other: one is wrong or forged. */
export function contentDigest({ type, payload, key }: PixEvent): string {
  return hash('sha256', getRow(type).digest?.(payload) ?? key, 'base64url').slice(0, 22);
}

/**
 * Returns the received Pix that an event reports: its own, or those that paid a recurring charge.
 * `undefined` if one of them is not a valid Pix.
 */
export function claimedPix({ type, payload }: PixEvent): readonly Pix[] | undefined {
  const claims = getRow(type).claims?.(payload) ?? [];
  if (!Array.isArray(claims)) return undefined;
  const read = claims.map(readReceivedPix);
  return read.every((pix) => pix !== undefined) ? read : undefined;
}

/** Returns the identifiers of an event, as the provider sent them. */
export function findIdentifiers({ type, payload }: PixEvent): Identifiers {
  return getRow(type).subject?.(payload) ?? (payload as Identifiers);
}

/**
 * Reads an item as a received Pix, with its amounts and those of its refunds and components as
 * decimal text: some providers send numbers. Returns `undefined` if it is not one.
 */
export function readReceivedPix(item: unknown): Pix | undefined {
  if (!isObject(item)) return undefined;
  const { endToEndId, txid, horario, devolucoes = [] } = item;
  const valor = toDecimalText(item.valor);
  if (!matches(endToEndId, END_TO_END_ID)) return undefined;
  // An amount of zero is not a payment. A Pix Saque also has its sum in `valor`.
  if (valor === undefined || valor === '0.00' || !isText(horario)) return undefined;
  if (typeof (txid ?? '') !== 'string') return undefined;
  if (!Array.isArray(devolucoes) || !devolucoes.every(isDevolucao)) return undefined;
  return withTextAmounts(item, valor, devolucoes) as object as Pix;
}

/** Returns the item itself if its amounts are already text. */
function withTextAmounts(item: JsonObject, valor: string, devolucoes: unknown[]): JsonObject {
  const { componentesValor } = item;
  const isSame = item.valor === valor;
  if (isSame && devolucoes.length === 0 && componentesValor === undefined) return item;
  const amounts: JsonObject = isSame ? {} : { valor };
  if (devolucoes.length > 0) amounts.devolucoes = devolucoes.map(withTextAmount);
  if (isObject(componentesValor)) {
    amounts.componentesValor = Object.fromEntries(
      Object.entries(componentesValor).map(([name, part]) => [name, withTextAmount(part)]),
    );
  }
  return Object.keys(amounts).length === 0 ? item : { ...item, ...amounts };
}

/** An amount that is not one stays, as text: the payment must not be refused because of it. */
function withTextAmount(item: unknown): unknown {
  const valor = isObject(item) ? toAmountText(item.valor) : undefined;
  return valor === undefined ? item : { ...(item as JsonObject), valor };
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isDevolucao(value: unknown): value is Devolucao {
  return isObject(value) && matches(value.id, DEVOLUCAO_ID) && isText(value.status);
}

function isFinal(devolucao: Devolucao): boolean {
  return devolucao.status === 'DEVOLVIDO' || devolucao.status === 'NAO_REALIZADO';
}

const STATUSES: ReadonlySet<unknown> = new Set(efiSentPix.statuses);

/**
 * Whether an item of a `pix` notification is a Pix that the account sent, by the marks of
 * {@link efiSentPix}. An item with a txid and without the `tipo` of a sent Pix is a received Pix,
 * regardless of its other fields: a received payment must not be mistaken for a sent one.
 */
export function isPixEnviado(item: JsonObject): boolean {
  if (item.tipo === efiSentPix.tipo) return true;
  if (isText(item.txid)) return false;
  return readIdEnvio(item) !== undefined || STATUSES.has(item.status);
}

/** Reads a sent Pix. Returns `undefined` if nothing identifies it. */
function readSentPix(item: unknown): PixEnviado | undefined {
  if (!isObject(item)) return undefined;
  const { horario = null } = item;
  const status = isText(item.status) ? item.status : 'REALIZADO';
  const valor = toDecimalText(item.valor);
  const idEnvio = readIdEnvio(item);
  if (valor === undefined || !isStatus(status) || (horario !== null && !isText(horario))) {
    return undefined;
  }
  const pix = { ...item, valor, status, horario, ...(idEnvio !== undefined && { idEnvio }) };
  return /^[\w-]{1,64}$/.test(findSentId(pix) ?? '') ? pix : undefined;
}

function findSentId({ endToEndId, idEnvio }: JsonObject): string | undefined {
  return [endToEndId, idEnvio].find(isText);
}

function readIdEnvio({ idEnvio, [efiSentPix.extras]: extras }: JsonObject): string | undefined {
  const given = idEnvio ?? (isObject(extras) ? extras.idEnvio : undefined);
  return isText(given) ? given : undefined;
}

function readRecurrence(item: unknown): RecNotification | undefined {
  if (!isObject(item) || !matches(item.idRec, ID_REC) || !isStatus(item.status)) return undefined;
  return item as object as RecNotification;
}

function readRecurringCharge(item: unknown): CobRNotification | undefined {
  if (!isObject(item) || !readRecurrence(item) || !matches(item.txid, PIX_TXID)) return undefined;
  const pix = Array.isArray(item.pix) && {
    pix: item.pix.map((each: unknown) => readReceivedPix(each) ?? withTextAmount(each)),
  };
  return (pix ? { ...item, ...pix } : item) as object as CobRNotification;
}

/** Computes a short digest of JSON data that does not depend on the order of fields. */
export function canonicalDigest(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 22);
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const fields = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join()}}`;
}

/**
 * Formats an event key for the log. Redacts each of its identifiers, because an application may use
 * a tax id as the identifier of a refund.
 */
export function toLogKey(key: string): string {
  return key.split(':').map(redact).join(':');
}

/**
 * Describes an event for its observers. A payer may have used a tax id as an identifier, so
 * identifiers are redacted, when an observer reads them.
 */
export function toEventLabels(event: PixEvent, receiver: string): PixEventLabels {
  return {
    receiver,
    type: event.type,
    get key() {
      return toLogKey(event.key);
    },
    get txid() {
      return toSafeTxid(findIdentifiers(event).txid);
    },
    get endToEndId() {
      const { endToEndId } = findIdentifiers(event);
      return typeof endToEndId === 'string' ? redact(endToEndId) : undefined;
    },
  };
}

/**
 * Parses JSON text. Drops fields named `__proto__` instead of refusing them: they are never part of
 * a notification, but a payer may write the word in a text that is.
 *
 * @throws SyntaxError on invalid JSON, or on data that is nested too deeply
 */
export function parseJson(text: string): unknown {
  const suspicious = text.includes('__proto__') || text.includes('\\u00');
  const data: unknown = JSON.parse(
    text,
    suspicious
      ? (name: string, value: unknown) => (name === '__proto__' ? undefined : value)
      : undefined,
  );
  if (isDeeper(data, MAX_BODY_DEPTH)) throw new SyntaxError('nested too deeply');
  return data;
}

/** The field of a notification's body that contains the items of each kind. */
export const notificationFields: Readonly<Record<PixNotificationKind, string>> = {
  pix: 'pix',
  rec: 'recs',
  cobr: 'cobsr',
};

export const notificationKinds = Object.keys(notificationFields) as PixNotificationKind[];

export interface Notification {
  readonly events: readonly PixEvent[];
  /**
   * The number of items that look like a payment or a recurrence and could not be read. The other
   * items of the body are still handled. The response is 400, so that the provider repeats the
   * body: an unread payment must not be acknowledged.
   */
  readonly malformed: number;
  /** The number of unknown items. They are acknowledged. */
  readonly ignored: number;
}

interface NotificationRules {
  /** The kind from the suffix of the URL; absent without a suffix. */
  readonly kind?: PixNotificationKind | undefined;
  readonly accepted: ReadonlySet<PixNotificationKind>;
  readonly maxEvents: number;
}

const MALFORMED: Notification = { events: [], malformed: 1, ignored: 0 };
const EMPTY: Notification = { events: [], malformed: 0, ignored: 0 };

/**
 * Reads the events of a notification's body: the specification's object, the bare array that some
 * providers send, or the empty or test body that a provider sends when the webhook is registered.
 *
 * @returns `'too-many'` if it holds more items, or more events, than allowed
 */
export function readNotification(
  body: string,
  rules: NotificationRules,
): Notification | 'too-many' {
  if (body.trim() === '') return EMPTY;
  let data: unknown;
  try {
    data = parseJson(body);
  } catch {
    return MALFORMED;
  }
  const lists = Array.isArray(data) ? bareList(data, rules) : namedLists(data);
  if (!lists) return MALFORMED;
  return readLists(lists, rules);
}

/** Without a kind, the items are of an unknown kind. */
type List = readonly [kind: PixNotificationKind | undefined, items: readonly unknown[]];

function bareList(items: readonly unknown[], { kind }: NotificationRules): List[] {
  return kind ? [[kind, items]] : items.map((item) => [detectKind(item), [item]]);
}

function detectKind(item: unknown): PixNotificationKind | undefined {
  if (!isObject(item)) return undefined;
  if ('endToEndId' in item) return 'pix';
  if (!('idRec' in item)) return isPixEnviado(item) ? 'pix' : undefined;
  return 'txid' in item ? 'cobr' : 'rec';
}

function namedLists(data: unknown): List[] | undefined {
  if (!isObject(data)) return undefined;
  const lists: List[] = [];
  for (const kind of notificationKinds) {
    const field = notificationFields[kind];
    const items = data[field];
    if (items === undefined || items === null) continue;
    lists.push(Array.isArray(items) ? [kind, items] : [undefined, [items]]);
  }
  return lists.length > 0 || isRegistrationTest(data) ? lists : undefined;
}

/**
 * Whether the body is a registration test: empty, or a named test event
 * (`{"evento":"teste_webhook"}`).
 */
function isRegistrationTest(data: JsonObject): boolean {
  return Object.keys(data).length === 0 || (isText(data.evento) && data.evento.startsWith('teste'));
}

function readLists(lists: readonly List[], rules: NotificationRules): Notification | 'too-many' {
  const count = lists.reduce((sum, list) => sum + list[1].length, 0);
  if (count > rules.maxEvents) return 'too-many';
  const events: PixEvent[] = [];
  let malformed = 0;
  let ignored = 0;
  for (const [kind, items] of lists) {
    for (const item of items) {
      const read = readItem(item, kind, rules);
      if (read === 'ignored') ignored += 1;
      else if (read) events.push(...read);
      else malformed += 1;
    }
  }
  // One Pix can contain any number of refunds.
  return events.length > rules.maxEvents ? 'too-many' : { events, malformed, ignored };
}

function readItem(item: unknown, kind: PixNotificationKind | undefined, rules: NotificationRules) {
  if (!kind) return isForeign(item) ? 'ignored' : undefined;
  return rules.accepted.has(kind) ? readItemOfKind(kind, item) : undefined;
}

/**
 * An item of a `pix` list is a received Pix, a sent one, or something else.
 *
 * @returns `'ignored'` for an unknown item, `undefined` for a malformed one
 */
function readItemOfKind(kind: PixNotificationKind, item: unknown) {
  if (kind !== 'pix' || !isObject(item)) return readEvents(kind, item);
  if (isPixEnviado(item)) return readEvents('enviado', item) ?? 'ignored';
  return isForeign(item) ? 'ignored' : readEvents('pix', item);
}

const KNOWN_FIELDS = ['endToEndId', 'txid', 'valor', 'idRec', 'status'];

/** Whether an item has fields, but none that identifies a payment or a recurrence. */
function isForeign(item: unknown): boolean {
  if (!isObject(item) || KNOWN_FIELDS.some((field) => field in item)) return false;
  return Object.keys(item).length > 0;
}
