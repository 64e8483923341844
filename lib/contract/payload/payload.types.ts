import type { CobGerada, CobValor } from '../cob/cob.types.js';
import type { CobVGerada, Recebedor } from '../cobv/cobv.types.js';
import type { Pessoa } from '../shared/shared.types.js';

interface Apresentacao {
  /** When the payload was fetched, RFC 3339. */
  apresentacao: string;
}

/** The fields of every charge's payload, which the payer's app reads. */
export type CobPayloadBase = Pick<
  CobGerada,
  'txid' | 'revisao' | 'status' | 'chave' | 'devedor' | 'solicitacaoPagador' | 'infoAdicionais'
>;

/** The payload of an immediate charge, signed as a JWS (BCB schema `CobPayload`). */
export interface CobPayload extends CobPayloadBase {
  /** When the charge was created and how long it can be paid. */
  calendario: CobGerada['calendario'] & Apresentacao;
  /** The amount. */
  valor: CobValor;
}

/** The payload of a due-date charge, signed as a JWS (BCB schema `CobVPayload`). */
export interface CobVPayload extends CobPayloadBase {
  /** When the charge was created, is due and stops being payable. */
  calendario: CobVGerada['calendario'] & Apresentacao;
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
