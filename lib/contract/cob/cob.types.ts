import type { PayloadLocationVinculada } from '../loc/loc.types.js';
import type { Pix } from '../pix/pix.types.js';
import type { CobBaseCopiaCola, CobrancaStatus } from '../shared/cob-base.types.js';
import type { Open } from '../shared/open-union.js';
import type { ParametrosConsulta } from '../shared/paginacao.types.js';
import type { Pessoa } from '../shared/pessoa.types.js';

/** Cash on top of, or in place of, a purchase. */
export interface CobRetiradaParte<Agente extends string> {
  valor: string;
  /** 1 when the payer may change the amount. Default 0. */
  modalidadeAlteracao?: number;
  modalidadeAgente: Open<Agente>;
  /** ISPB of the one who hands out the cash. */
  prestadorDoServicoDeSaque: string;
}

/** Amount of an immediate charge (BCB schema `CobValor`). Decimal text. */
export interface CobValor {
  original: string;
  /** 1 when the payer may change the amount. Default 0. */
  modalidadeAlteracao?: number;
  retirada?: {
    saque?: CobRetiradaParte<'AGTEC' | 'AGTOT' | 'AGPSS'>;
    troco?: CobRetiradaParte<'AGTEC' | 'AGTOT'>;
  };
}

/** An immediate charge as created or revised (BCB schema `CobGerada`). */
export interface CobGerada extends CobBaseCopiaCola {
  txid: string;
  /** From 0, one more at each revision. */
  revisao: number;
  status: CobrancaStatus;
  calendario: {
    /** RFC 3339. */
    criacao: string;
    /** Seconds from {@link criacao}. */
    expiracao: number;
  };
  valor: CobValor;
  devedor?: Pessoa;
  loc?: PayloadLocationVinculada;
  /** Address of the payload, without scheme. */
  location?: string;
}

/** An immediate charge with what was paid on it (BCB schema `CobCompleta`). */
export interface CobCompleta extends CobGerada {
  pix?: Pix[];
}

/** Filter that a list of charges repeats (BCB schema `ParametrosConsultaCob`). */
export interface ParametrosConsultaCob extends ParametrosConsulta {
  cpf?: string;
  cnpj?: string;
  locationPresente?: boolean;
  status?: string;
}

/** A page of immediate charges (BCB schema `CobsConsultadas`). */
export interface CobsConsultadas {
  parametros: ParametrosConsultaCob;
  cobs: CobCompleta[];
}
