import { isCnpj, isCpf } from './check-digits.js';
import { MASK } from './redact-mask.js';

/**
 * A tax id stands alone: no letter, digit or underscore touches it (a percent-encoded character does not count), and it
 * is no part of a longer number, a decimal or a date.
 */
const START = String.raw`(?:(?<!\w)(?<!\d[.,/:-])|(?<=%[0-9A-Fa-f]{2}))`;
const END = String.raw`(?!\w)(?![.,/:-]\d)`;

const CPF = new RegExp(String.raw`${START}\d{3}\.?\d{3}\.?\d{3}-?\d{2}${END}`, 'g');
const CNPJ = new RegExp(
  String.raw`${START}[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?\d{2}${END}`,
  'g',
);
/** What a label announces is masked whatever its check digits: a mistyped CPF is almost the right one. */
const LABELLED =
  /((?:cpf|cnpj)[^0-9A-Za-z]{0,6})(?:[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?!\w)|\d[\d./-]{2,20})/gi;

/** Masks each CPF and CNPJ: what `cpf` or `cnpj` announces, and what stands alone with right check digits. @internal */
export function maskTaxIds(text: string): string {
  return text
    .replace(LABELLED, `$1${MASK}`)
    .replace(CPF, (id) => (isCpf(compact(id)) ? MASK : id))
    .replace(CNPJ, (id) => (isCnpj(compact(id)) ? MASK : id));
}

function compact(id: string): string {
  return id.replace(/\W/g, '');
}
