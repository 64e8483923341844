import type { ParametrosConsultaCob } from '../cob/cob.types.js';
import type { PayloadLocationVinculada } from '../loc/loc.types.js';
import type { Pix } from '../pix/pix.types.js';
import type { CobBaseCopiaCola, CobrancaStatus } from '../shared/cob-base.types.js';
import type { DadosComplementaresPessoa, Pessoa } from '../shared/pessoa.types.js';

/** A fine, interest or rebate: `modalidade` tells how to read `valorPerc`. */
export interface CobVEncargo {
  /** A digit, which some providers answer as text. */
  modalidade: number | string;
  /** Decimal text: an amount or a percentage. */
  valorPerc: string;
}

/** A discount: until given days (modalities 1, 2) or for each day of anticipation (3 to 6). */
export interface CobVDesconto {
  modalidade: number | string;
  descontoDataFixa?: { data: string; valorPerc: string }[];
  valorPerc?: string;
}

/** Amount of a due-date charge (BCB schema `CobVValor`). Decimal text. */
export interface CobVValor {
  original: string;
  multa?: CobVEncargo;
  juros?: CobVEncargo;
  abatimento?: CobVEncargo;
  desconto?: CobVDesconto;
}

/** Who owes (BCB schema `DadosDevedor`). */
export type Devedor = Pessoa & DadosComplementaresPessoa & { email?: string };

/** Who receives (BCB schema `DadosRecebedor`). */
export type Recebedor = Pessoa & Required<DadosComplementaresPessoa> & { nomeFantasia?: string };

/** A due-date charge as created or revised (BCB schema `CobVGerada`). */
export interface CobVGerada extends CobBaseCopiaCola {
  txid: string;
  /** From 0, one more at each revision. */
  revisao: number;
  status: CobrancaStatus;
  calendario: {
    /** RFC 3339. */
    criacao: string;
    /** `YYYY-MM-DD`. */
    dataDeVencimento: string;
    /** Days after the due date. */
    validadeAposVencimento: number;
  };
  devedor: Devedor;
  recebedor: Recebedor;
  valor: CobVValor;
  loc?: PayloadLocationVinculada;
}

/** A due-date charge with what was paid on it (BCB schema `CobVCompleta`). */
export interface CobVCompleta extends CobVGerada {
  pix?: Pix[];
}

/** A page of due-date charges (BCB schema `CobsVConsultadas`). */
export interface CobsVConsultadas {
  parametros: ParametrosConsultaCob & { loteCobVId?: number };
  cobs: CobVCompleta[];
}
