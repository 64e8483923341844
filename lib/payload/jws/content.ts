import { isObject } from '../../errors/index.js';
import type { PixPayloadContent } from '../payload.types.js';

/**
 * Detects the kind of a verified payload by the fields that the specification requires. The path of
 * the location is not used, because providers choose it. Returns `undefined` for any other payload.
 */
export function readContent(payload: Record<string, unknown>): PixPayloadContent | undefined {
  const { txid, idRec, calendario } = payload;
  if (typeof txid !== 'string') {
    return typeof idRec === 'string' ? contentAs('rec', payload) : undefined;
  }
  const isDue = isObject(calendario) && typeof calendario.dataDeVencimento === 'string';
  return contentAs(isDue ? 'cobv' : 'cob', payload);
}

/**
 * Beyond its kind, the payload's fields are typed without validation: the provider has signed them.
 */
function contentAs(kind: PixPayloadContent['kind'], payload: object): PixPayloadContent {
  return { kind, payload } as PixPayloadContent;
}
