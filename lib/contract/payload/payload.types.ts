import type { CobValor } from '../cob/cob.types.js';
import type { Recebedor } from '../cobv/cobv.types.js';
import type { CobrancaStatus, InfoAdicional, Pessoa } from '../shared/shared.types.js';

/** The fields of every charge's payload, which the payer's app reads. */
export interface CobPayloadBase {
  /** Transaction identifier, 26 to 35 letters and digits. */
  txid: string;
  /** Revision number of the charge: starts at 0 and increases by 1 with each revision. */
  revisao: number;
  /** Status of the charge. */
  status: CobrancaStatus;
  /** Pix key of the receiver. */
  chave: string;
  /** The debtor; absent if anyone may pay. */
  devedor?: Pessoa;
  /** Text that the payer's app shows, at most 140 characters. */
  solicitacaoPagador?: string;
  /** Additional lines that the payer's app shows. */
  infoAdicionais?: InfoAdicional[];
}

/** The payload of an immediate charge, signed as a JWS (BCB schema `CobPayload`). */
export interface CobPayload extends CobPayloadBase {
  /** When the charge was created and how long it can be paid. */
  calendario: {
    /** When the charge was created, RFC 3339. */
    criacao: string;
    /** When the payload was fetched, RFC 3339. */
    apresentacao: string;
    /** How long the charge can be paid, in seconds after `criacao`. */
    expiracao: number;
  };
  /** The amount. */
  valor: CobValor;
}

/** The payload of a due-date charge, signed as a JWS (BCB schema `CobVPayload`). */
export interface CobVPayload extends CobPayloadBase {
  /** When the charge was created, is due and stops being payable. */
  calendario: {
    /** When the charge was created, RFC 3339. */
    criacao: string;
    /** When the payload was fetched, RFC 3339. */
    apresentacao: string;
    /** Due date, `YYYY-MM-DD`. */
    dataDeVencimento: string;
    /** How long the charge can be paid after its due date, in calendar days. */
    validadeAposVencimento: number;
  };
  /** The debtor. */
  devedor: Pessoa;
  /** The receiver. */
  recebedor: Recebedor;
  /** The amounts as decimal text, computed for the day of payment. */
  valor: {
    /** The amount before fine, interest and deductions. */
    original?: string;
    /** The fine. */
    multa?: string;
    /** The interest. */
    juros?: string;
    /** The rebate. */
    abatimento?: string;
    /** The discount. */
    desconto?: string;
    /** The amount to pay. */
    final: string;
  };
}
