import type { PayloadLocationCompleta } from 'nestjs-pix';
import type { LocRecord } from '../../families/loc/location.record.js';

/** Converts a location to schema `PayloadLocationCompleta`. */
export function toLoc({
  id,
  location,
  tipoCob,
  createdAt,
  txid,
}: LocRecord): PayloadLocationCompleta {
  const criacao = new Date(createdAt).toISOString();
  return { id, ...(txid !== undefined && { txid }), location, tipoCob, criacao };
}
