import { isObject } from '../../errors/json-object.js';
import type { PixPayloadContent } from '../payload.types.js';

/**
 * Tells a verified payload by what the specification requires of each kind, not by its location's
 * path, which a provider may lay out as it likes; `undefined` when it is none of them.
 *
 * @internal
 */
export function readContent(payload: Record<string, unknown>): PixPayloadContent | undefined {
  const { txid, idRec, calendario } = payload;
  if (typeof txid !== 'string') {
    return typeof idRec === 'string' ? contentAs('rec', payload) : undefined;
  }
  const isDue = isObject(calendario) && typeof calendario.dataDeVencimento === 'string';
  return contentAs(isDue ? 'cobv' : 'cob', payload);
}

/** Beyond its kind the payload is typed as signed: the provider answers for it. */
function contentAs(kind: PixPayloadContent['kind'], payload: object): PixPayloadContent {
  return { kind, payload } as PixPayloadContent;
}
