import { isValidCnpj, isValidCpf } from 'nestjs-pix';

/** Separate numbers in the forms of a CPF and of a CNPJ, which may contain letters. */
const CPF = /(?<!\w)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\w)/g;
const CNPJ = /(?<!\w)[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}(?!\w)/gi;

/**
 * Hides each CPF and CNPJ in a reason that the bank gives in a response. Banks quote the value that they refuse. The client
 * hides those in errors itself.
 */
export function hideTaxIds(text: string): string {
  return text
    .replace(CPF, (id) => (isValidCpf(withoutPunctuation(id)) ? '***' : id))
    .replace(CNPJ, (id) => (isValidCnpj(withoutPunctuation(id)) ? '***' : id));
}

function withoutPunctuation(id: string): string {
  return id.replace(/[./-]/g, '').toUpperCase();
}
