import { isObject } from '../../errors/json-object.js';
import { isText, parseJson } from './json-object.js';
import type { JsonObject } from './json-object.js';
import type { PixEvent, PixNotificationKind } from './pix-event.js';
import { readPix } from './read-pix.js';
import { readCobrancaRecorrente, readRecorrencia } from './read-recorrencia.js';

export interface Notification {
  readonly events: readonly PixEvent[];
  /**
   * Something in the body was not understood. What was is handled all the same: a provider repeats a refused body as a
   * whole, and one bad item must not keep the payments next to it from being heard.
   */
  readonly malformed: boolean;
}

export interface NotificationRules {
  /** The kind that the URL names; absent on the un-suffixed URL. */
  readonly kind?: PixNotificationKind | undefined;
  readonly accepted: ReadonlySet<PixNotificationKind>;
  readonly maxEvents: number;
}

const kinds: Record<
  PixNotificationKind,
  { field: string; read: (item: unknown) => PixEvent[] | undefined }
> = {
  pix: { field: 'pix', read: readPix },
  rec: { field: 'recs', read: readRecorrencia },
  cobr: { field: 'cobsr', read: readCobrancaRecorrente },
};

const MALFORMED: Notification = { events: [], malformed: true };
const EMPTY: Notification = { events: [], malformed: false };

/**
 * The events of a notification's body in all of the shapes that decisions.md (Events) accepts: the specification's
 * object, the bare array, and the empty or test body that a provider sends when the webhook is registered.
 *
 * @returns `'too-many'` when it holds more items than allowed
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

/** Without a kind, the items are none that is known. */
type List = readonly [kind: PixNotificationKind | undefined, items: readonly unknown[]];

function bareList(items: readonly unknown[], { kind }: NotificationRules): List[] {
  return kind ? [[kind, items]] : items.map((item) => [kindOf(item), [item]]);
}

function kindOf(item: unknown): PixNotificationKind | undefined {
  if (!isObject(item)) return undefined;
  if ('endToEndId' in item) return 'pix';
  if (!('idRec' in item)) return undefined;
  return 'txid' in item ? 'cobr' : 'rec';
}

function namedLists(data: unknown): List[] | undefined {
  if (!isObject(data)) return undefined;
  const lists: List[] = [];
  for (const [kind, { field }] of Object.entries(kinds) as [
    PixNotificationKind,
    { field: string },
  ][]) {
    const items = data[field];
    if (items === undefined || items === null) continue;
    lists.push(Array.isArray(items) ? [kind, items] : [undefined, [items]]);
  }
  return lists.length > 0 || isRegistrationTest(data) ? lists : undefined;
}

/** What is sent to try the address out: nothing at all, or a named test event (`{"evento":"teste_webhook"}`). */
function isRegistrationTest(data: JsonObject): boolean {
  return Object.keys(data).length === 0 || (isText(data.evento) && data.evento.startsWith('teste'));
}

function readLists(lists: readonly List[], rules: NotificationRules): Notification | 'too-many' {
  const count = lists.reduce((sum, [, items]) => sum + items.length, 0);
  if (count > rules.maxEvents) return 'too-many';
  const events: PixEvent[] = [];
  let malformed = false;
  for (const [kind, items] of lists) {
    for (const item of items) {
      const read = kind && rules.accepted.has(kind) ? kinds[kind].read(item) : undefined;
      if (read) events.push(...read);
      else malformed = true;
    }
  }
  return { events, malformed };
}
