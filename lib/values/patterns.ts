/** Patterns of the specification's identifiers and amounts, anchored. */

import { ValidationError } from '../errors/index.js';

/** 11 digits. `isValidCpf` checks the check digits. */
export { CPF } from '../errors/index.js';

/** CNPJ, alphanumeric since 2.9.0. `isValidCnpj` checks the check digits. */
export { CNPJ } from '../errors/index.js';

const UP_TO_35 = 'deve ter de 1 a 35 letras ou dígitos';

/** Identifier of a participant; may contain capital letters since 2.9.0. */
export const ISPB = /^[0-9A-Z]{8}$/;

/** An ISPB as participants have it today: 8 digits (docs/decisions.md D14). */
export const NUMERIC_ISPB = /^\d{8}$/;

/** A municipality's code in the table of IBGE: 7 digits. */
export const MUNICIPALITY = /^\d{7}$/;

/** A bank account with its check digit, as headers contain it: digits without leading zeros. */
export const ACCOUNT_NUMBER = /^[1-9]\d*$/;

/** Identifier of a charge that the API creates (BCB schema `TxId`). */
export const TXID = /^[a-zA-Z0-9]{26,35}$/;

/** The rule of {@link TXID}, to be appended to the name of a field. */
export const TXID_RULE = 'deve ter de 26 a 35 letras ou dígitos';

/** What to do instead, for the errors of the client. */
export const TXID_HELPER = 'use generateTxid';

/** Identifier in a received Pix; that of a static BR Code may be shorter. */
export const PIX_TXID = /^[a-zA-Z0-9]{1,35}$/;

/** The rule of {@link PIX_TXID}, to be appended to the name of a field. */
export const PIX_TXID_RULE = UP_TO_35;

/** Identifier of a received Pix (BCB schema `EndToEndId`). */
export const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/;

/** Identifier of a refund, chosen by the receiver (BCB schema `DevolucaoId`). */
export const DEVOLUCAO_ID = /^[a-zA-Z0-9]{1,35}$/;

/** The rule of {@link DEVOLUCAO_ID}, to be appended to the name of a field. */
export const DEVOLUCAO_ID_RULE = UP_TO_35;

/** Identifier of a recurrence or of a request to confirm one (BCB schemas `RecId`, `SolicRecId`). */
export const ID_REC = /^[a-zA-Z0-9]{29}$/;

/** The rule of {@link ID_REC}, to be appended to the name of a field. */
export const ID_REC_RULE = 'deve ter 29 letras ou dígitos';

/** Amount in reais in the format of the specification: `37.00`. */
export const VALOR = /^\d{1,10}\.\d{2}$/;

/** Limits and defaults of the specification that are not patterns. */

/** Time within which a received Pix can be refunded, in days (docs/interface.md#limits). */
export const REFUND_DAYS = 90;

/** The longest Pix key, in characters (field `chave` of the BCB schemas). */
export const MAX_KEY_LENGTH = 77;

/**
 * The longest free text of a charge, a payment or a refund, in characters (`solicitacaoPagador`, `infoPagador`,
 * `descricao` and `motivo` of the BCB schemas).
 */
export const MAX_TEXT_LENGTH = 140;

/** Default number of items in a page of a list (parameter `itensPorPagina`). */
export const DEFAULT_PAGE_SIZE = 100;

/** Default of `calendario.expiracao` of an immediate charge, in seconds. */
export const DEFAULT_EXPIRACAO = 86_400;

/** Default of `calendario.validadeAposVencimento` of a due-date charge, in calendar days. */
export const DEFAULT_VALIDADE = 30;

/** The refusal of a value: `text` says what the field must be. */
export function invalid(field: string, text: string): ValidationError {
  return new ValidationError(`${field} ${text}`, { field });
}
