import type { Open } from '../shared/open-union.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';

/** Kind of charge that a location serves. */
export type TipoCob = 'cob' | 'cobv';

/** Address of a charge's payload (BCB schema `PayloadLocation`). */
export interface PayloadLocation {
  id: number;
  /** Address without scheme: `pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002`. */
  location: string;
  tipoCob: Open<TipoCob>;
  /** RFC 3339. */
  criacao: string;
}

/** A location inside the charge that it serves; the specification's own examples leave the rest out. */
export type PayloadLocationVinculada = Pick<PayloadLocation, 'id' | 'location'> &
  Partial<PayloadLocation>;

/** A location and the charge that it serves, if any (BCB schema `PayloadLocationCompleta`). */
export interface PayloadLocationCompleta extends PayloadLocation {
  txid?: string;
}

/** Filter that a list of locations repeats (BCB schema `ParametrosConsultaPayloadLocation`). */
export interface ParametrosConsultaPayloadLocation extends ParametrosConsulta {
  txIdPresente?: boolean;
  tipoCob?: Open<TipoCob>;
}

/** A page of locations (BCB schema `PayloadLocationConsultadas`). */
export interface PayloadLocationConsultadas {
  parametros: ParametrosConsultaPayloadLocation;
  loc: PayloadLocationCompleta[];
}
