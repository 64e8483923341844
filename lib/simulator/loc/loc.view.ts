import type { PayloadLocationCompleta } from '../../contract/loc/loc.types.js';
import type { LocRecord } from './loc.store.js';

/** A location as the specification shows it (schema `PayloadLocationCompleta`). */
export function toLoc({
  id,
  location,
  tipoCob,
  criadaEm,
  txid,
}: LocRecord): PayloadLocationCompleta {
  const criacao = new Date(criadaEm).toISOString();
  return { id, ...(txid !== undefined && { txid }), location, tipoCob, criacao };
}
