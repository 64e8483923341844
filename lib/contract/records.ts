// What a record of a bank must contain, by family.

import { isObject } from '../errors/index.js';
import { parseDecimal, toAmountText, toComparableKey } from '../values/index.js';
import type { DtoClass, PixFamily, PixOperation } from './operation.js';
import { type Field, type FieldComparison, getFields, join } from './validation/table.js';

/**
 * Compares a request body with the record that it should have created or changed.
 *
 * Compares every field that was sent, by the kind of the field: amounts as decimals, tax ids by
 * their digits, Pix keys by their kind, instants as instants, and lists regardless of order. Fields
 * that were not sent are ignored. A field that the specification does not define is compared only
 * if the record contains it.
 *
 * @param dto class of the body; without one, all fields are unknown
 * @returns the paths of the fields that differ: `['valor.original', 'infoAdicionais']`
 */
export function findDifferences(
  dto: DtoClass | undefined,
  sent: unknown,
  found: unknown,
): string[] {
  return listDifferences(dto, sent, found, '', []).map(({ place }) => place);
}

interface Difference {
  readonly place: string;
  /** Whether the specification defines the field. */
  readonly isKnown: boolean;
}

function listDifferences(
  dto: DtoClass | undefined,
  sent: unknown,
  found: unknown,
  path: string,
  into: Difference[],
): readonly Difference[] {
  if (!isObject(sent)) return into;
  const fields = dto && getFields(dto);
  for (const name of Object.keys(sent)) {
    const value = sent[name];
    const held = getMember(found, name);
    if (isUnset(value) || value === held) continue;
    const place = join(path, name);
    const field = fields?.get(name);
    if (field && isObject(value)) {
      listDifferences(field.nested?.(), value, held ?? field.assumed, place, into);
    } else if (!isSameMember(field, value, held)) {
      into.push({ place, isKnown: field !== undefined });
    }
  }
  return into;
}

function isSameMember(field: Field | undefined, sent: unknown, held: unknown): boolean {
  if (field) return isSameKnown(field, sent, held ?? field.assumed);
  return isUnset(held) || isLooselyEqual(sent, held);
}

function isSameKnown(field: Field, sent: unknown, found: unknown): boolean {
  if (Array.isArray(sent)) return isSameList(field, sent, found);
  if (isUnset(found)) return sent === '' || field.comparison === 'none';
  return sent === found || isSameValue(field.comparison, sent, found);
}

function getMember(record: unknown, name: string): unknown {
  return isObject(record) && Object.hasOwn(record, name) ? record[name] : undefined;
}

function isUnset(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/**
 * Whether each item that was sent has its own equal item in the record, in any order, and there are
 * no other items.
 */
function isSameList(field: Field, sent: readonly unknown[], found: unknown): boolean {
  const rest: unknown[] = Array.isArray(found) ? [...(found as unknown[])] : [];
  if (rest.length !== sent.length) return false;
  return sent.every((item) => {
    const index = rest.findIndex((held) => isSameItem(field, item, held));
    if (index >= 0) rest.splice(index, 1);
    return index >= 0;
  });
}

function isSameItem(field: Field, sent: unknown, found: unknown): boolean {
  if (!isObject(sent)) return isSameValue(field.comparison, sent, found);
  return findDifferences(field.nested?.(), sent, found).length === 0;
}

/**
 * Compares values of an unknown field: a number equals its text, and objects in the record may have
 * additional fields.
 */
function isLooselyEqual(sent: unknown, found: unknown): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(found) &&
      sent.length === found.length &&
      sent.every((item, index) => isLooselyEqual(item, found[index]))
    );
  }
  if (isObject(sent))
    return findDifferences(undefined, sent, found).length === 0 && isObject(found);
  return isSameValue('decimal', sent, found) || isSameValue('text', sent, found);
}

/**
 * Compares the money of a request body with a record.
 *
 * @returns the paths that differ, and those that the record must have but omits
 */
export function findMoneyDifferences(
  { body, record: rule }: PixOperation,
  sent: unknown,
  record: object,
): string[] {
  if (!rule) return [];
  const differing: string[] = [];
  for (const { place, isKnown } of listDifferences(body, sent, record, '', [])) {
    if (!isKnown || !isBelow(place, rule.money)) continue;
    const names = place.split('.');
    const found = valueAt(record, names);
    const mayBeOmitted = rule.required?.includes(place) !== true && !hasOther(record, names);
    if (isUnset(found) && mayBeOmitted) continue;
    if (rule.equivalent?.(place, found, sent as object) !== true) differing.push(place);
  }
  return differing;
}

/** Whether the record has the field that takes the place of another: a person has a CPF or a CNPJ. */
function hasOther(record: object, names: readonly string[]): boolean {
  const instead = INSTEAD[names.at(-1) ?? ''];
  return instead !== undefined && Boolean(valueAt(record, [...names.slice(0, -1), instead]));
}

const INSTEAD: Readonly<Record<string, string>> = { cpf: 'cnpj', cnpj: 'cpf' };

/** Returns the value at a path, such as `['calendario', 'criacao']`; a list takes an index. */
export function valueAt(holder: unknown, names: readonly string[]): unknown {
  let value = holder;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** Whether a path is one of some fields, or below one of them. */
export function isBelow(path: string, fields: readonly string[]): boolean {
  return fields.some((field) => path === field || path.startsWith(`${field}.`));
}

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

/** The amounts in a record by name: `true` for an amount, otherwise those in an object or a list. */
interface Amounts {
  readonly [name: string]: true | Amounts;
}

const componente: Amounts = { valor: true };
const encargo: Amounts = { valorPerc: true };

const pix: Amounts = {
  valor: true,
  devolucoes: componente,
  componentesValor: {
    original: componente,
    saque: componente,
    troco: componente,
    juros: componente,
    multa: componente,
    abatimento: componente,
    desconto: componente,
  },
};

const recurrence: Amounts = { valor: { valorRec: true, valorMinimoRecebedor: true } };

/** The fields that the specification types as amounts in text, by family. */
const amounts: Readonly<Partial<Record<PixFamily, Amounts>>> = {
  cob: { valor: { original: true, retirada: { saque: componente, troco: componente } }, pix },
  cobv: {
    valor: {
      original: true,
      multa: encargo,
      juros: encargo,
      abatimento: encargo,
      desconto: { valorPerc: true, descontoDataFixa: encargo },
    },
    pix,
  },
  cobr: { valor: { original: true }, pix },
  // Also refunds, whose amount has the same name.
  pix,
  rec: recurrence,
  solicrec: { recPayload: recurrence },
};

/**
 * Converts the amounts of a response that are JSON numbers to decimal text, as the specification
 * types them: `37` to `37.00`.
 */
export function normalizeAmounts({ family, providers, items }: PixOperation, answer: object): void {
  const known = providers === undefined ? amounts[family] : undefined;
  if (known) normalize(answer, items === undefined ? known : { [items]: known });
}

function normalize(holder: unknown, known: Amounts): void {
  if (typeof holder !== 'object' || holder === null) return;
  if (Array.isArray(holder)) {
    for (const item of holder) normalize(item, known);
    return;
  }
  const record = holder as Record<string, unknown>;
  for (const name in known) {
    const value = record[name];
    if (value === undefined) continue;
    const below = known[name];
    if (below !== true && below !== undefined) normalize(value, below);
    else if (typeof value === 'number') record[name] = toAmountText(value);
  }
}
