import {
  buildCnpjSource,
  buildCpfSource,
  isCnpj,
  isCpf,
  ValidationError,
} from '../errors/index.js';
import { MAX_KEY_LENGTH } from './patterns.js';

const PUNCTUATED_CPF = new RegExp(`^${buildCpfSource()}$`);
const PUNCTUATED_CNPJ = new RegExp(`^${buildCnpjSource()}$`);

/**
 * Whether a text is a CPF with correct check digits: 11 digits, or `000.000.000-00`. A repeated
 * digit has correct check digits, but is not a CPF.
 */
export function isValidCpf(text: string): boolean {
  return isCpf(toCompact(text, PUNCTUATED_CPF));
}

/**
 * Whether a text is a CNPJ with correct check digits, numeric or alphanumeric (Receita Federal, IN
 * RFB 2.229/2024): 14 characters of [0-9A-Z], the last two digits, or `00.000.000/0000-00`.
 */
export function isValidCnpj(text: string): boolean {
  return isCnpj(toCompact(text, PUNCTUATED_CNPJ));
}

/** Removes the punctuation of a tax id. */
function removePunctuation(text: string): string {
  return text.replace(/[./-]/g, '');
}

/** Converts a tax id with punctuation to its form without. Returns other texts unchanged. */
function toCompact(text: unknown, punctuated: RegExp): string {
  if (typeof text !== 'string') return '';
  return punctuated.test(text) ? removePunctuation(text) : text;
}

/** A phone key in the format of the specification: `+5511999999999`. */
const PHONE_KEY = /^\+\d+$/;

/**
 * Removes the `+` of a phone key, which some providers do not accept. Returns other keys unchanged.
 */
export function toKeyWithoutPlus(chave: string): string {
  return PHONE_KEY.test(chave) ? chave.slice(1) : chave;
}

/**
 * Normalizes a key for comparison: emails and random keys in lower case, phone numbers without `+`,
 * CPF and CNPJ without punctuation. Returns an empty text for values other than texts and numbers.
 */
export function toComparableKey(chave: unknown): string {
  if (typeof chave !== 'string' && typeof chave !== 'number') return '';
  const key = String(chave).trim().toLowerCase();
  const upper = key.toUpperCase();
  if (PUNCTUATED_CPF.test(upper) || PUNCTUATED_CNPJ.test(upper)) return removePunctuation(key);
  return key.replace(/^\+(?=\d{12,13}$)/, '');
}

/**
 * The kind of a Pix key (BCB, API-DICT, `KeyType`): a CPF, a CNPJ, a phone number, an email address
 * or a random key (`evp`).
 */
export type PixKeyKind = 'cpf' | 'cnpj' | 'phone' | 'email' | 'evp';

/** A Pix key in the form in which the Pix directory (DICT) stores it. */
export interface PixKey {
  readonly kind: PixKeyKind;
  /**
   * `12345678909`, `12ABC34501DE35`, `+5561912345678`, `loja@example.com` or
   * `123e4567-e12b-12d1-a456-426655440000`.
   */
  readonly value: string;
}

export interface ParsePixKeyOptions {
  /**
   * The kind that the key must have. Required for 11 digits that may be a CPF or a mobile number
   * without `+55`. Default: any kind.
   */
  readonly kind?: PixKeyKind | undefined;
}

/** A key, or what is wrong with the text, to be appended to the name of its field. */
type Reading = PixKey | string;

const EMAIL =
  /^[a-z0-9.!#$'*+/=?^_`{|}~&-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const EVP = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Any part of the punctuation may be missing. */
const OPTIONAL = { point: String.raw`\.?`, slash: '/?', hyphen: '-?' };
const CPF_KEY = new RegExp(`^${buildCpfSource(OPTIONAL)}$`);
const CNPJ_KEY = new RegExp(`^${buildCnpjSource(OPTIONAL)}$`);
/** Area code and number, without country code. */
const NATIONAL = String.raw`[1-9]{2}(?:9\d{8}|[2-8]\d{7})`;
const BRAZILIAN_PHONE = new RegExp(`^\\+55${NATIONAL}$`);
const FOREIGN_PHONE = /^\+(?!55)[1-9]\d{6,14}$/;
const PHONE_WITHOUT_PLUS = new RegExp(`^55${NATIONAL}$`);
const PHONE_WITHOUT_COUNTRY = new RegExp(`^0?${NATIONAL}$`);
const MOBILE_WITHOUT_COUNTRY = /^[1-9]{2}9\d{8}$/;

/** An international number, or one without country code. */
const POSSIBLE_PHONE = new RegExp(`^(?:\\+[1-9]\\d{1,14}|0?${NATIONAL})$`);

const PHONE_HINT = 'um telefone precisa de +55, DDD e número, como +5561912345678';
const UNKNOWN =
  'não é uma chave Pix: use CPF, CNPJ, e-mail, telefone com +55 (como +5561912345678) ou chave aleatória';

/** The rule of a Pix key, to be appended to the name of a field. */
export const PIX_KEY_RULE =
  'deve ser uma chave Pix: CPF ou CNPJ com dígitos verificadores corretos, e-mail, telefone com +55 (como +5561912345678) ou chave aleatória';

/**
 * Parses a Pix key and normalizes it to the form in which the Pix directory stores it. Accepts other
 * forms only if they can mean no other key: the punctuation of a CPF, a CNPJ or a phone number with
 * `+`, capital letters of an email address or a random key, small letters of a CNPJ, spaces around
 * the key, and `55` in front of area code and number without `+`.
 *
 * 11 digits that are both a valid CPF and a mobile number with area code are refused, because the
 * payment could reach another person: write the CPF with punctuation, the number with `+55`, or name
 * the `kind`.
 *
 * @throws ValidationError with field `chave` if the text is not a key, is a key of another kind than
 * `kind`, or may be keys of two kinds. The message contains the solution and not the key
 *
 * @example parsePixKey('123.456.789-09') // { kind: 'cpf', value: '12345678909' }
 */
export function parsePixKey(text: string, { kind }: ParsePixKeyOptions = {}): PixKey {
  const key = readPixKey(text);
  if (typeof key === 'string') refuse(key);
  if (kind !== undefined && kind !== key.kind) {
    refuse(`deve ser do tipo ${kind}, mas é do tipo ${key.kind}`);
  }
  if (kind === undefined && isAmbiguousKey(text.trim())) {
    refuse(
      'pode ser um CPF ou um celular sem +55: escreva o CPF com pontos e hífen, o telefone com +55, ou informe o tipo da chave',
    );
  }
  return key;
}

/**
 * Normalizes the Pix key of a request to the Pix API, where 11 digits are always a CPF: the provider
 * refuses a key that is not one of the receiver's. Returns any value that is not a key unchanged.
 */
export function normalizePixKey(chave: unknown): unknown {
  const key = readPixKey(chave);
  return typeof key === 'string' ? chave : key.value;
}

/**
 * Whether a value may be a Pix key of a request. Also accepts phone numbers that `parsePixKey`
 * refuses, such as one without country code: the provider decides about them. Checks the digits of a
 * CPF or CNPJ only if the text cannot be a phone number.
 */
export function isPossiblePixKey(value: unknown): boolean {
  if (typeof readPixKey(value) !== 'string') return true;
  return typeof value === 'string' && POSSIBLE_PHONE.test(value.replace(/[\s()]|-(?=\d{4}$)/g, ''));
}

/**
 * Whether a text is 11 digits that may be a CPF or a mobile number with its area code. The check
 * digits of a CPF are not considered.
 */
export function isAmbiguousKey(text: string): boolean {
  return MOBILE_WITHOUT_COUNTRY.test(text);
}

function refuse(reason: string): never {
  throw new ValidationError(`chave ${reason}`, { field: 'chave' });
}

/** The latest text that was read: the requests of an account mostly have the same key. */
let latest: { readonly text: string; readonly reading: Reading } | undefined;

function readPixKey(value: unknown): Reading {
  if (typeof value !== 'string') return 'deve ser um texto';
  if (latest?.text !== value) latest = { text: value, reading: readKey(value.trim()) };
  return latest.reading;
}

function readKey(text: string): Reading {
  if (text === '') return 'não pode ser vazia';
  if (text.length > MAX_KEY_LENGTH) return `deve ter no máximo ${MAX_KEY_LENGTH} caracteres`;
  if (text.includes('@')) return readEmail(text.toLowerCase());
  if (text.startsWith('+')) return readPhone(text.replace(/[\s().-]/g, ''));
  const evp = text.toLowerCase();
  if (EVP.test(evp)) return { kind: 'evp', value: evp };
  return readTaxId(text) ?? readDigits(text.replace(/[\s().-]/g, ''));
}

function readEmail(value: string): Reading {
  return EMAIL.test(value)
    ? { kind: 'email', value }
    : 'não é um e-mail válido: use letras sem acento, dígitos e pontuação comum, como loja@example.com';
}

function readPhone(value: string): Reading {
  return BRAZILIAN_PHONE.test(value) || FOREIGN_PHONE.test(value)
    ? { kind: 'phone', value }
    : `não é um telefone válido: ${PHONE_HINT}`;
}

function readTaxId(text: string): Reading | undefined {
  if (CPF_KEY.test(text)) return readCpf(removePunctuation(text));
  const upper = text.toUpperCase();
  if (!CNPJ_KEY.test(upper)) return undefined;
  const cnpj = removePunctuation(upper);
  return isCnpj(cnpj)
    ? { kind: 'cnpj', value: cnpj }
    : 'tem dígitos verificadores de CNPJ incorretos: confira o número';
}

function readCpf(value: string): Reading {
  if (isCpf(value)) return { kind: 'cpf', value };
  return isAmbiguousKey(value)
    ? `não é um CPF, porque os dígitos verificadores estão incorretos; ${PHONE_HINT}`
    : 'tem dígitos verificadores de CPF incorretos: confira o número';
}

function readDigits(digits: string): Reading {
  if (PHONE_WITHOUT_PLUS.test(digits)) return { kind: 'phone', value: `+${digits}` };
  return PHONE_WITHOUT_COUNTRY.test(digits) ? `parece um telefone; ${PHONE_HINT}` : UNKNOWN;
}
