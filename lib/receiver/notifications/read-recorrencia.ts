import type { CobRNotification, RecNotification } from '../../contract/index.js';
import { isObject } from '../../errors/json-object.js';
import { ID_REC, PIX_TXID } from '../../values/patterns.js';
import { canonicalDigest } from './canonical-digest.js';
import type { JsonObject } from './json-object.js';
import type { PixEvent } from './pix-event.js';

// A recurrence or a recurring charge may change without changing its status (a new attempt, for one), so the whole
// notification is part of the event's key: only an identical one is a repeat.

/** The event of one item of a `recs` notification; `undefined` when the item is no recurrence. */
export function readRecorrencia(item: unknown): PixEvent[] | undefined {
  if (!isObject(item) || !hasIdRec(item) || !isStatus(item.status)) return undefined;
  return [
    {
      type: 'recorrencia',
      key: `rec:${item.idRec}:${item.status}:${canonicalDigest(item)}`,
      payload: item as unknown as RecNotification,
    },
  ];
}

/** The event of one item of a `cobsr` notification; `undefined` when the item is no recurring charge. */
export function readCobrancaRecorrente(item: unknown): PixEvent[] | undefined {
  if (!isObject(item) || !hasIdRec(item) || !isStatus(item.status)) return undefined;
  const { txid } = item;
  if (typeof txid !== 'string' || !PIX_TXID.test(txid)) return undefined;
  return [
    {
      type: 'cobranca-recorrente',
      key: `cobr:${txid}:${item.status}:${canonicalDigest(item)}`,
      payload: item as unknown as CobRNotification,
    },
  ];
}

function hasIdRec(item: JsonObject): item is JsonObject & { idRec: string } {
  return typeof item.idRec === 'string' && ID_REC.test(item.idRec);
}

/** Any state, also one that later versions of the specification add. */
function isStatus(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z_]{1,40}$/.test(value);
}
