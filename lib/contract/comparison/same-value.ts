import { isObject } from '../../errors/json-object.js';
import { toComparableKey } from '../../values/pix-key.js';
import type { FieldComparison } from '../validation/index.js';

/** A value as text. A response may hold an object where a text belongs, and not every object has a text form. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Digits, and letters in capitals: a CPF, CNPJ or CEP without its punctuation. */
function toDocument(value: unknown): string {
  return toText(value)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
}

/** A decimal number without the zeros that carry no value; anything else stays as it is. */
function toDecimal(value: unknown): string {
  const text = toText(value).trim();
  const [, integer = '', fraction = ''] = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (integer === '') return text;
  return fraction === '' ? integer : `${integer}.${fraction}`;
}

function toUrl(value: unknown): string {
  const text = toText(value);
  return URL.canParse(text) ? new URL(text).href : text;
}

/** Free text as providers are known to change it: capitals, accents and repeated spaces make no difference. */
function toPlainText(value: unknown): string {
  return toText(value)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

const SECOND = 1000;

/** Some providers cut the fraction of a second off. */
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
  key: (sent, found) => toComparableKey(sent) === toComparableKey(found),
  instant: isSameInstant,
  number: (sent, found) => Number(toText(sent)) === Number(toText(found)),
  url: (sent, found) => toUrl(sent) === toUrl(found),
  location: (sent, found) => toLocationId(sent) === toLocationId(found),
  exact: (sent, found) => sent === found,
  none: () => true,
  text: (sent, found) => toPlainText(sent) === toPlainText(found),
};

/** Whether a value that was sent and the one in a record mean the same. */
export function isSameValue(comparison: FieldComparison, sent: unknown, found: unknown): boolean {
  return comparisons[comparison](sent, found);
}
