import { isCnpj, isCpf } from './check-digits.js';
import { MASK } from './redact-mask.js';

/**
 * The start of a separate tax id: no letter, digit or underscore is adjacent (a percent-encoded
 * character does not count), and it is not part of a longer number, a decimal or a date.
 */
const START = String.raw`(?:(?<!\w)(?<!\d[.,/:-])|(?<=%[0-9A-Fa-f]{2}))`;
const END = String.raw`(?!\w)(?![.,/:-]\d)`;

const CPF = new RegExp(String.raw`${START}\d{3}\.?\d{3}\.?\d{3}-?\d{2}${END}`, 'g');
const CNPJ = new RegExp(
  String.raw`${START}[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?\d{2}${END}`,
  'g',
);
/**
 * A labelled number is masked even with wrong check digits: a mistyped CPF is close to the real
 * one.
 */
const LABELLED =
  /((?:cpf|cnpj)[^0-9A-Za-z]{0,6})(?:[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?!\w)|\d[\d./-]{2,20})/gi;

/**
 * Masks each CPF and CNPJ: numbers labelled `cpf` or `cnpj`, and separate numbers with correct
 * check digits.
 * @internal
 */
export function maskTaxIds(text: string): string {
  return text
    .replace(LABELLED, `$1${MASK}`)
    .replace(CPF, (id) => (isCpf(compact(id)) ? MASK : id))
    .replace(CNPJ, (id) => (isCnpj(compact(id)) ? MASK : id));
}

function compact(id: string): string {
  return id.replace(/\W/g, '');
}
