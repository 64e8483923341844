import type { PayloadLocationVinculada } from '../loc/loc.types.js';
import type { Pix } from '../pix/pix.types.js';
import type {
  CobBaseCopiaCola,
  CobrancaStatus,
  FiltroAplicado,
  Open,
  Pessoa,
} from '../shared/shared.types.js';
import type { ParametrosConsultaCobDto } from './cob.dto.js';

/** Cash that the payer withdraws, with (`troco`) or without (`saque`) a purchase. */
export interface CobRetiradaParte<Agente extends string> {
  /** The cash amount as decimal text, `20.00`. */
  valor: string;
  /** 1 if the payer may change the amount, otherwise 0. Default: 0. */
  modalidadeAlteracao?: number;
  /**
   * Kind of agent that provides the cash: shop (`AGTEC`), other company or correspondent
   * (`AGTOT`), withdrawal service (`AGPSS`).
   */
  modalidadeAgente: Open<Agente>;
  /** ISPB of the participant that provides the withdrawal service, 8 characters. */
  prestadorDoServicoDeSaque: string;
}

/** Amount of an immediate charge (BCB schema `CobValor`). */
export interface CobValor {
  /** The charged amount as decimal text, `37.00`. */
  original: string;
  /** 1 if the payer may change the amount, otherwise 0. Default: 0. */
  modalidadeAlteracao?: number;
  /** Cash withdrawal; either `saque` or `troco`. */
  retirada?: {
    /** Withdrawal without a purchase; `original` is then `0.00`. */
    saque?: CobRetiradaParte<'AGTEC' | 'AGTOT' | 'AGPSS'>;
    /** Withdrawal in addition to a purchase of `original`. */
    troco?: CobRetiradaParte<'AGTEC' | 'AGTOT'>;
  };
}

/** An immediate charge as returned after its creation or revision (BCB schema `CobGerada`). */
export interface CobGerada extends CobBaseCopiaCola {
  /** Transaction identifier, 26 to 35 letters and digits. */
  txid: string;
  /** Revision number: starts at 0 and increases by 1 with each revision. */
  revisao: number;
  /** Status of the record. */
  status: CobrancaStatus;
  /** When the charge was created and how long it can be paid. */
  calendario: {
    /** When the charge was created, RFC 3339. */
    criacao: string;
    /** How long the charge can be paid, in seconds after `criacao`. */
    expiracao: number;
  };
  /** The amount. */
  valor: CobValor;
  /** The debtor; absent if anyone may pay. */
  devedor?: Pessoa;
  /** The location of the charge's payload. */
  loc?: PayloadLocationVinculada;
  /** Address of the payload, without scheme. */
  location?: string;
}

/** An immediate charge with its payments (BCB schema `CobCompleta`). */
export interface CobCompleta extends CobGerada {
  /** The Pix that paid the charge. */
  pix?: Pix[];
}

/**
 * The filter of a list of charges, as returned with the list (BCB schema `ParametrosConsultaCob`).
 */
export type ParametrosConsultaCob = FiltroAplicado<ParametrosConsultaCobDto>;

/** A page of immediate charges (BCB schema `CobsConsultadas`). */
export interface CobsConsultadas {
  /** The applied filter and the position of the page. */
  parametros: ParametrosConsultaCob;
  /** The charges of the page. */
  cobs: CobCompleta[];
}
