import { createHash, hash } from 'node:crypto';
import {
  type CobRNotification,
  type Devolucao,
  efiSentPix,
  type Pix,
  type RecNotification,
} from '../contract/index.js';
import { isObject, redact } from '../errors/index.js';
import { type PixEventLabels, toSafeTxid } from '../observe/index.js';
import { DEVOLUCAO_ID, END_TO_END_ID, ID_REC, PIX_TXID, toDecimalText } from '../values/index.js';

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

/**
 * Reads the events of a received Pix: the Pix itself, and each refund in a final status. Checks
 * only the identifiers and the amount; other fields pass as received. Returns `undefined` if the
 * item is not a Pix.
 */
export function readPix(item: unknown): PixEvent[] | undefined {
  const pix = readReceivedPix(item);
  if (!pix) return undefined;
  const { endToEndId, devolucoes } = pix;
  const received: PixEvent = { type: 'pix.recebido', key: `pix:${endToEndId}`, payload: pix };
  if (!devolucoes?.length) return [received];
  return [
    received,
    ...devolucoes.filter(isFinal).map((devolucao): PixEvent => ({
      type: 'pix.devolucao',
      key: `devolucao:${endToEndId}:${devolucao.id}:${devolucao.status}`,
      payload: { devolucao, pix },
    })),
  ];
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
  if (!isTextOrUnset(txid)) return undefined;
  if (!Array.isArray(devolucoes) || !devolucoes.every(isDevolucao)) return undefined;
  return withTextAmounts(item, valor, devolucoes) as object as Pix;
}

/** Returns the item itself if its amounts are already text. */
function withTextAmounts(item: JsonObject, valor: string, devolucoes: unknown[]): JsonObject {
  const { componentesValor } = item;
  const amounts: JsonObject = item.valor === valor ? {} : { valor };
  if (devolucoes.length > 0) amounts.devolucoes = devolucoes.map(withTextAmount);
  if (isObject(componentesValor)) {
    amounts.componentesValor = Object.fromEntries(
      Object.entries(componentesValor).map(([name, part]) => [name, withTextAmount(part)]),
    );
  }
  return Object.keys(amounts).length === 0 ? item : { ...item, ...amounts };
}

/** An amount that is not one stays as it is: the payment must not be refused because of it. */
function withTextAmount(item: unknown): unknown {
  const valor = isObject(item) ? toDecimalText(item.valor) : undefined;
  return valor === undefined ? item : { ...(item as JsonObject), valor };
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isTextOrUnset(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
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

/** Reads the event of a sent Pix. Returns `undefined` if nothing identifies it. */
export function readPixEnviado(item: JsonObject): PixEvent<'pix.enviado'> | undefined {
  const { endToEndId, horario = null } = item;
  const status = isText(item.status) ? item.status : 'REALIZADO';
  const valor = toDecimalText(item.valor);
  const idEnvio = readIdEnvio(item);
  const id = isText(endToEndId) ? endToEndId : idEnvio;
  if (valor === undefined || id === undefined || !/^[\w-]{1,64}$/.test(id)) return undefined;
  if (!isStatus(status) || (horario !== null && !isText(horario))) return undefined;
  const payload = {
    ...item,
    valor,
    status,
    horario,
    ...(idEnvio === undefined ? {} : { idEnvio }),
  } as PixEnviado;
  return { type: 'pix.enviado', key: `enviado:${id}:${status}`, payload };
}

function readIdEnvio({ idEnvio, [efiSentPix.extras]: extras }: JsonObject): string | undefined {
  const given = idEnvio ?? (isObject(extras) ? extras.idEnvio : undefined);
  return isText(given) ? given : undefined;
}

// A recurrence or a recurring charge may change without changing its status (for example with a new
// attempt). The event's key therefore contains a digest of the whole notification: only an
// identical one is a duplicate.

/**
 * Reads the event of an item of a `recs` notification. Returns `undefined` if the item is not a
 * recurrence.
 */
export function readRecorrencia(item: unknown): PixEvent[] | undefined {
  if (!isObject(item) || !hasIdRec(item) || !isStatus(item.status)) return undefined;
  const payload: object = item;
  return [
    {
      type: 'recorrencia',
      key: `rec:${item.idRec}:${item.status}:${canonicalDigest(item)}`,
      payload: payload as RecNotification,
    },
  ];
}

/**
 * Reads the event of an item of a `cobsr` notification. Returns `undefined` if the item is not a
 * recurring charge.
 */
export function readCobrancaRecorrente(item: unknown): PixEvent[] | undefined {
  if (!isObject(item) || !hasIdRec(item) || !isStatus(item.status)) return undefined;
  const { txid } = item;
  if (typeof txid !== 'string' || !PIX_TXID.test(txid)) return undefined;
  const payload: object = Array.isArray(item.pix)
    ? { ...item, pix: item.pix.map((pix: unknown) => readReceivedPix(pix) ?? pix) }
    : item;
  return [
    {
      type: 'cobranca-recorrente',
      key: `cobr:${txid}:${item.status}:${canonicalDigest(item)}`,
      payload: payload as CobRNotification,
    },
  ];
}

function hasIdRec(item: JsonObject): item is JsonObject & { idRec: string } {
  return typeof item.idRec === 'string' && ID_REC.test(item.idRec);
}

/**
 * Computes a digest of the fields that must be equal in all deliveries of an event. If two digests
 * differ, the deliveries contradict each other: one is wrong or forged. Fields that a provider may
 * add later (refunds, the payer) or omit (the key) are not included.
 */
export function contentDigest(event: PixEvent): string {
  return hash('sha256', toContent(event), 'base64url').slice(0, 22);
}

function toContent({ type, payload, key }: PixEvent): string {
  switch (type) {
    case 'pix.recebido':
      return `${payload.valor} ${payload.txid ?? ''}`;
    case 'pix.enviado':
      return `${payload.valor} ${typeof payload.txid === 'string' ? payload.txid : ''}`;
    case 'pix.devolucao': {
      const { devolucao, pix } = payload;
      return `${pix.valor} ${toDecimalText(devolucao.valor) ?? ''} ${pix.txid ?? ''}`;
    }
    // The key of these events is a digest of the whole notification.
    case 'recorrencia':
    case 'cobranca-recorrente':
      return key;
  }
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
 * Returns the Pix that an event reports: its own, or those that paid a recurring charge. Empty for
 * an event without a Pix, `undefined` if one of them is not a valid Pix.
 */
export function claimedPix({ type, payload }: PixEvent): readonly Pix[] | undefined {
  switch (type) {
    case 'pix.recebido':
      return [payload];
    case 'pix.devolucao':
      return [payload.pix];
    case 'cobranca-recorrente':
      return readClaims(payload.pix ?? []);
    // A sent Pix cannot be read from the list of received Pix.
    case 'pix.enviado':
    case 'recorrencia':
      return [];
  }
}

function readClaims(items: unknown): readonly Pix[] | undefined {
  if (!Array.isArray(items)) return undefined;
  const read = items.map((item: unknown) => readReceivedPix(item));
  return read.every((pix) => pix !== undefined) ? read : undefined;
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

function findIdentifiers({ type, payload }: PixEvent): Readonly<Record<string, unknown>> {
  return { ...(type === 'pix.devolucao' ? payload.pix : payload) };
}
