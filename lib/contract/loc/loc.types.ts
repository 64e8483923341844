import type { Open } from '../shared/open-union.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';
import type { TipoCob } from '../shared/tipo-cob.types.js';

/** Location: the address of a charge's payload (BCB schema `PayloadLocation`). */
export interface PayloadLocation {
  /** Identifier of the location at the provider. */
  id: number;
  /** Address without scheme: `pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002`. */
  location: string;
  /** Kind of charge at the location. */
  tipoCob: Open<TipoCob>;
  /** When the location was created, RFC 3339. */
  criacao: string;
}

/**
 * The location in a charge. Only `id` and `location` are required, because the examples of the
 * specification omit the rest.
 */
export type PayloadLocationVinculada = Pick<PayloadLocation, 'id' | 'location'> &
  Partial<PayloadLocation>;

/** A location with the txid of its charge (BCB schema `PayloadLocationCompleta`). */
export interface PayloadLocationCompleta extends PayloadLocation {
  /** Transaction identifier of the charge; absent if no charge uses the location. */
  txid?: string;
}

/**
 * The filter of a list of locations, as returned with the list (BCB schema
 * `ParametrosConsultaPayloadLocation`).
 */
export interface ParametrosConsultaPayloadLocation extends ParametrosConsulta {
  /** Whether only locations with (or without) a charge were requested. */
  txIdPresente?: boolean;
  /** The requested kind of charge. */
  tipoCob?: Open<TipoCob>;
}

/** A page of locations (BCB schema `PayloadLocationConsultadas`). */
export interface PayloadLocationConsultadas {
  /** The applied filter and the position of the page. */
  parametros: ParametrosConsultaPayloadLocation;
  /** The locations of the page. */
  loc: PayloadLocationCompleta[];
}
