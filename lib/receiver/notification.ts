import { isObject } from '../errors/index.js';
import {
  type PixNotificationKind,
  type PixEvent,
  type JsonObject,
  isText,
  readEvents,
  isPixEnviado,
  parseJson,
} from './events.js';

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

/** The events of an item; `'ignored'` for an unknown item, `undefined` for a malformed one. */
type Read = readonly PixEvent[] | 'ignored' | undefined;

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
  const count = lists.reduce((sum, [, items]) => sum + items.length, 0);
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

/** An item of a `pix` list is a received Pix, a sent one, or something else. */
function readItemOfKind(kind: PixNotificationKind, item: unknown): Read {
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
