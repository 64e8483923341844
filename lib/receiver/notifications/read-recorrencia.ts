import type { CobRNotification, RecNotification } from '../../contract/index.js';
import { isObject } from '../../errors/index.js';
import { ID_REC, PIX_TXID } from '../../values/index.js';
import { canonicalDigest } from './canonical-digest.js';
import { isStatus } from './is-status.js';
import type { JsonObject } from './json-object.js';
import type { PixEvent } from './pix-event.js';
import { readReceivedPix } from './read-pix.js';

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
