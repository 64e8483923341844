import type { Open, ParametrosConsulta, TipoCob } from '../shared/shared.types.js';

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

/** Location of a recurrence: the address of its payload (BCB schema `PayloadLocationRecGerada`). */
export interface PayloadLocationRecGerada {
  /** Identifier of the location at the provider. */
  id: number;
  /** Address without scheme: `pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002`. */
  location: string;
  /** When the location was created, RFC 3339. */
  criacao: string;
}

/** A location with the identifier of its recurrence (BCB schema `PayloadLocationRecCompleta`). */
export interface PayloadLocationRecCompleta extends PayloadLocationRecGerada {
  /** Identifier of the recurrence, 29 characters; absent if no recurrence uses the location. */
  idRec?: string;
}

/**
 * The filter of a list of locations, as returned with the list (BCB schema
 * `ParametrosConsultaPayloadLocationRec`).
 */
export interface ParametrosConsultaPayloadLocationRec extends ParametrosConsulta {
  /** Whether only locations with (or without) a recurrence were requested. */
  idRecPresente?: boolean;
  /** The requested receiver. */
  recebedor?: {
    /** Agreement of the receiver with its provider. */
    convenio?: string;
  };
}

/** A page of locations (BCB schema `PayloadLocationRecConsultadas`). */
export interface PayloadLocationRecConsultadas {
  /** The applied filter and the position of the page. */
  parametros: ParametrosConsultaPayloadLocationRec;
  /** The locations of the page. */
  loc: PayloadLocationRecCompleta[];
}
