import { isObject, ValidationError } from '../errors/index.js';
import { isAmbiguousKey, NUMERIC_ISPB, parsePixKey, VALOR } from '../values/index.js';
import type { BrCode } from './br-code.js';
import { NO_TXID } from './emv.js';

/** Maximum length of a key or address next to the GUI. */
const MAX_REFERENCE = 77;

function refuse(field: keyof BrCode, reason: string): never {
  throw new ValidationError(`${field} ${reason}`, { field });
}

const texts = [
  'chave',
  'location',
  'recLocation',
  'nome',
  'cidade',
  'valor',
  'txid',
  'descricao',
  'fss',
] as const;

/** Checks the types, for callers without TypeScript. */
export function checkTexts(code: BrCode): void {
  if (!isObject(code)) {
    throw new ValidationError('brCode deve ser um objeto com os campos do código', {
      field: 'brCode',
    });
  }
  for (const field of texts) {
    const value: unknown = code[field];
    const required = field === 'nome' || field === 'cidade';
    if (typeof value !== 'string' && (required || value !== undefined)) {
      refuse(field, 'deve ser um texto');
    }
  }
  if (!['boolean', 'undefined'].includes(typeof code.reusable)) {
    refuse('reusable', 'deve ser true ou false');
  }
}

/**
 * Converts text for the payer's screen to printable ASCII: removes accents, because readers
 * disagree on how a length counts them, and refuses characters without an ASCII form.
 */
export function plainText(
  field: 'nome' | 'cidade' | 'descricao',
  text: string,
  max: number,
): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .trim();
  if (plain === '') refuse(field, 'não pode ser vazio');
  if (!/^[\x20-\x7E]*$/.test(plain)) {
    refuse(field, 'só aceita letras, números e pontuação comum, sem emojis ou quebras de linha');
  }
  if (plain.length > max) refuse(field, `deve ter no máximo ${max} caracteres`);
  return plain;
}

/**
 * Normalizes the key. 11 digits are a CPF, as in the Pix directory.
 *
 * @throws ValidationError naming `chave` and what to write instead
 */
export function checkChave(chave: string): string {
  return parsePixKey(chave, isAmbiguousKey(chave.trim()) ? { kind: 'cpf' } : {}).value;
}

export function checkFss(fss: string): string {
  if (!NUMERIC_ISPB.test(fss)) {
    refuse('fss', 'deve ser o ISPB do facilitador de serviço de saque, com 8 dígitos');
  }
  return fss;
}

/** Removes `https://` from an address; refuses any other scheme. */
export function checkLocation(field: 'location' | 'recLocation', location: string): string {
  const address = location.replace(/^https:\/\//i, '');
  if (!/^[a-z0-9.-]+(?::\d{1,5})?\/[\x21-\x7E]+$/i.test(address)) {
    refuse(field, 'deve ser um endereço https, como pix.example.com/qr/v2/…');
  }
  if (address.length > MAX_REFERENCE) {
    refuse(field, `deve ter no máximo ${MAX_REFERENCE} caracteres sem o https://`);
  }
  return address;
}

export function checkValor(valor: string): string {
  if (!VALOR.test(valor)) {
    refuse('valor', 'deve seguir o formato \\d{1,10}\\.\\d{2}, como 37.00');
  }
  if (Number(valor) === 0) refuse('valor', 'deve ser maior que zero');
  return valor;
}

export function checkTxid(txid: string, dynamic: boolean): string {
  if (txid === NO_TXID) return txid;
  if (!/^[a-zA-Z0-9]{1,25}$/.test(txid)) {
    const hint = dynamic ? '; um código dinâmico dispensa o txid, que está na cobrança' : '';
    refuse('txid', `deve ter de 1 a 25 letras ou dígitos${hint}`);
  }
  return txid;
}

/**
 * Checks the target of a code: a key, a location, a recurrence, or a recurrence with one of the
 * other two.
 */
export function checkTarget(code: BrCode): void {
  const { chave, location, recLocation, descricao, fss, reusable } = code;
  if (chave !== undefined && location !== undefined) {
    refuse('location', 'não pode ser informado junto com chave');
  }
  if (chave === undefined && location === undefined && recLocation === undefined) {
    refuse('chave', 'ou location deve ser informado');
  }
  if (descricao !== undefined && chave === undefined) {
    refuse('descricao', 'só existe em códigos estáticos, com chave');
  }
  if (fss !== undefined && chave === undefined) {
    refuse('fss', 'só existe em códigos estáticos, com chave; em dinâmicos está na cobrança');
  }
  if (reusable === true && location === undefined) {
    refuse('reusable', 'só se aplica a códigos com location; os estáticos sempre se reutilizam');
  }
}
