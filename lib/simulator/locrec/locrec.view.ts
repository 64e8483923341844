import type { PayloadLocationRecCompleta } from '../../contract/locrec/locrec.types.js';
import type { LocRecRecord } from './locrec.store.js';

/** A location as the specification shows it (schema `PayloadLocationRecCompleta`). */
export function toLocRec({
  id,
  location,
  criadaEm,
  idRec,
}: LocRecRecord): PayloadLocationRecCompleta {
  const criacao = new Date(criadaEm).toISOString();
  return { id, location, criacao, ...(idRec !== undefined && { idRec }) };
}
