import type { ParametrosConsulta } from '../shared/paginacao.types.js';

/** Address of a recurrence's payload (BCB schema `PayloadLocationRecGerada`). */
export interface PayloadLocationRecGerada {
  id: number;
  /** Address without scheme: `pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002`. */
  location: string;
  /** RFC 3339. */
  criacao: string;
}

/** A location and the recurrence that it serves, if any (BCB schema `PayloadLocationRecCompleta`). */
export interface PayloadLocationRecCompleta extends PayloadLocationRecGerada {
  idRec?: string;
}

/** Filter that a list of locations repeats (BCB schema `ParametrosConsultaPayloadLocationRec`). */
export interface ParametrosConsultaPayloadLocationRec extends ParametrosConsulta {
  idRecPresente?: boolean;
  recebedor?: { convenio?: string };
}

/** A page of locations (BCB schema `PayloadLocationRecConsultadas`). */
export interface PayloadLocationRecConsultadas {
  parametros: ParametrosConsultaPayloadLocationRec;
  loc: PayloadLocationRecCompleta[];
}
