/** Patterns of the specification, anchored (decisions.md, Limits). */

/** CPF: 11 digits. Check digits are a matter of `isValidCpf`. */
export const CPF = /^\d{11}$/;

/** CNPJ, alphanumeric since 2.9.0. Check digits are a matter of `isValidCnpj`. */
export const CNPJ = /^[0-9A-Z]{14}$/;

/** Identifier of a participant; may hold capital letters since 2.9.0. */
export const ISPB = /^[0-9A-Z]{8}$/;

/** Identifier of a charge (BCB schema `TxId`). */
export const TXID = /^[a-zA-Z0-9]{26,35}$/;

/** Identifier of a recurrence or of a request to confirm one. */
export const ID_REC = /^[a-zA-Z0-9]{29}$/;
