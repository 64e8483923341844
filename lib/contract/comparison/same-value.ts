import { isObject } from '../../errors/index.js';
import { parseDecimal, toComparableKey } from '../../values/index.js';
import type { FieldComparison } from '../validation/index.js';

/**
 * Converts a value to text. A response may contain an object where text is expected, and not every
 * object has a text form.
 */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Normalizes a CPF, CNPJ or CEP: only digits and capital letters. */
function toDocument(value: unknown): string {
  return toText(value)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
}

/** Normalizes an account number: no punctuation and no leading zeros. */
function toAccount(value: unknown): string {
  return toDocument(value).replace(/^0+(?=.)/, '');
}

/** Removes insignificant zeros from a decimal number; returns any other value unchanged. */
function toDecimal(value: unknown): string {
  const text = toText(value).trim();
  const { integer = '', fraction = '' } = parseDecimal(text) ?? {};
  if (integer === '') return text;
  const significant = fraction.replace(/0+$/, '');
  return significant === '' ? integer : `${integer}.${significant}`;
}

function toUrl(value: unknown): string {
  const text = toText(value);
  return URL.canParse(text) ? new URL(text).href : text;
}

/** Normalizes free text that providers may change: ignores case, accents and repeated spaces. */
function toPlainText(value: unknown): string {
  return toText(value)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

const SECOND = 1000;

/**
 * Compares instants to the second if one of them has no fraction, because some providers truncate
 * it.
 */
function isSameInstant(sent: unknown, found: unknown): boolean {
  const difference = new Date(toText(sent)).getTime() - new Date(toText(found)).getTime();
  return Math.abs(difference) < SECOND;
}

function toLocationId(value: unknown): string {
  return toText(isObject(value) ? value.id : value);
}

const comparisons: Readonly<Record<FieldComparison, (sent: unknown, found: unknown) => boolean>> = {
  decimal: (sent, found) => toDecimal(sent) === toDecimal(found),
  document: (sent, found) => toDocument(sent) === toDocument(found),
  account: (sent, found) => toAccount(sent) === toAccount(found),
  key: (sent, found) => toComparableKey(sent) === toComparableKey(found),
  instant: isSameInstant,
  number: (sent, found) => Number(toText(sent)) === Number(toText(found)),
  url: (sent, found) => toUrl(sent) === toUrl(found),
  location: (sent, found) => toLocationId(sent) === toLocationId(found),
  exact: (sent, found) => sent === found,
  none: () => true,
  text: (sent, found) => toPlainText(sent) === toPlainText(found),
};

/** Whether a value that was sent and the value in a record have the same meaning. */
export function isSameValue(comparison: FieldComparison, sent: unknown, found: unknown): boolean {
  return comparisons[comparison](sent, found);
}
