import type { PayloadLocationRecCompleta } from 'nestjs-pix';
import type { LocRecRecord } from '../../families/loc/location.record.js';

/** Converts a location to schema `PayloadLocationRecCompleta`. */
export function toLocRec({
  id,
  location,
  createdAt,
  idRec,
}: LocRecRecord): PayloadLocationRecCompleta {
  const criacao = new Date(createdAt).toISOString();
  return { id, location, criacao, ...(idRec !== undefined && { idRec }) };
}
