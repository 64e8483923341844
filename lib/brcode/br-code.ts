// The text of a QR Code: its fields, how they are written, and what refuses them.

import { isObject, ValidationError } from '../errors/index.js';
import { isAmbiguousKey, NUMERIC_ISPB, parsePixKey, VALOR } from '../values/index.js';

/** The content of a BR Code. */
export interface BrCode {
  /**
   * Pix key of a static code. Not together with {@link location}. Encoding normalizes it as
   * `parsePixKey` does, but 11 digits are always a CPF: a phone number needs `+55`.
   */
  chave?: string | undefined;
  /**
   * ISPB of the facilitator of a withdrawal (BCB field `fss`, 26-03), 8 digits. Makes a static code
   * a Pix Saque.
   */
  fss?: string | undefined;
  /** Address of a dynamic code's payload, without scheme: `pix.example.com/qr/v2/…`. */
  location?: string | undefined;
  /**
   * Whether a code with a location can be paid several times. Its field 01 is not `12`, which means
   * one use. Static codes can always be paid several times. Default: `false`.
   */
  reusable?: boolean | undefined;
  /**
   * Address of a recurrence's payload (Pix Automático), without scheme. On its own, the code only
   * authorizes the recurrence; with a key or a location, it is a composite code that also pays.
   */
  recLocation?: string | undefined;
  /** Receiver's name, at most 25 characters. */
  nome: string;
  /** Receiver's city, at most 15 characters. */
  cidade: string;
  /**
   * Amount in reais, `\d{1,10}\.\d{2}`; if absent, the payer chooses it. For dynamic codes, see the
   * payload.
   */
  valor?: string | undefined;
  /**
   * 1 to 25 characters of [a-zA-Z0-9]; written as `***` if absent. `***` is accepted too. Readers
   * ignore it in dynamic codes.
   */
  txid?: string | undefined;
  /** Text shown to the payer of a static code. */
  descricao?: string | undefined;
  /**
   * The fields that this library does not interpret, as raw text by id: `61` is a field of the code,
   * `62.08` a field inside the template 62. `26` in front of the point is the template of Pix, and
   * `80` that of the recurrence, whatever their ids in the code are. At most 99 characters each.
   */
  unknownFields?: Readonly<Record<string, string>> | undefined;
}

/** Ids of EMV QRCPS-MPM that a Pix code uses. */
export const emv = {
  payloadFormat: '00',
  pointOfInitiation: '01',
  merchantAccount: '26',
  merchantCategory: '52',
  currency: '53',
  amount: '54',
  country: '58',
  merchantName: '59',
  merchantCity: '60',
  additionalData: '62',
  crc: '63',
  recurrence: '80',
} as const;

/** Ids inside templates 26 and 80. */
export const pixTemplate = {
  gui: '00',
  chave: '01',
  descricao: '02',
  fss: '03',
  location: '25',
} as const;

/** Id of the txid inside template 62. */
export const REFERENCE_LABEL = '05';

/** The GUI of Pix inside a template; other arrangements may share the code. */
const PIX_GUI = 'br.gov.bcb.pix';

/** Reference label of a code without txid. */
export const NO_TXID = '***';

/** One field: a two-digit id, a two-digit length, that many characters. */
export type Tlv = readonly [id: string, value: string];

/** Maximum of a two-digit length. */
const MAX_TLV_LENGTH = 99;

export function writeTlv(fields: readonly Tlv[]): string {
  return fields.map(([id, value]) => id + String(value.length).padStart(2, '0') + value).join('');
}

/**
 * Reads the fields of a text by id; returns `undefined` if a length does not fit or an id is
 * repeated.
 */
export function readTlv(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  let position = 0;
  while (position < text.length) {
    const [, id, length] = /^(\d{2})(\d{2})/.exec(text.slice(position)) ?? [];
    const end = position + 4 + Number(length);
    if (id === undefined || end > text.length || fields.has(id)) return undefined;
    fields.set(id, text.slice(position + 4, end));
    position = end;
  }
  return fields;
}

const POLYNOMIAL = 0x1021;

/**
 * Computes the CRC-16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF) of the text's UTF-8
 * bytes, as four capital hexadecimal digits: the value of field 63 of a BR Code.
 */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Fields by id. */
export type EmvFields = ReadonlyMap<string, string>;

/** The ranges of ids of the templates in which Pix may be. */
export const templateRange = { account: [26, 51], recurrence: [80, 99] } as const;

type Range = (typeof templateRange)[keyof typeof templateRange];

/** Merchant category of a code without one. */
export const NO_CATEGORY = '0000';

/** Point of initiation of a code for one use. */
export const ONE_USE = '12';

/** Ids that this library interprets: of the code, and inside its templates. */
const interpreted = {
  code: [
    emv.payloadFormat,
    emv.currency,
    emv.amount,
    emv.country,
    emv.merchantName,
    emv.merchantCity,
    emv.additionalData,
    emv.crc,
  ],
  [emv.merchantAccount]: Object.values(pixTemplate),
  [emv.additionalData]: [REFERENCE_LABEL],
  [emv.recurrence]: [pixTemplate.gui, pixTemplate.location],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Template = Exclude<keyof typeof interpreted, 'code'>;

/** The templates of a decoded code, and the ids of those in which Pix was found. */
interface Templates {
  readonly used: readonly string[];
  readonly account: EmvFields | undefined;
  readonly additional: EmvFields | undefined;
  readonly recurrence: EmvFields | undefined;
}

/** Whether the text of a template has the GUI of Pix. */
export function isPixTemplate(fields: EmvFields | undefined): boolean {
  return fields?.get(pixTemplate.gui)?.toLowerCase() === PIX_GUI;
}

/**
 * Collects the fields that this library does not interpret.
 *
 * @param expected the values that encoding writes by itself, which are not collected
 * @returns `undefined` if there are none
 */
export function collectUnknownFields(
  code: EmvFields,
  { used, account, additional, recurrence }: Templates,
  expected: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const known: readonly string[] = [...interpreted.code, ...used];
  const unknown = [
    ...[...code].filter(([id, value]) => !known.includes(id) && expected[id] !== value),
    ...collectInside(emv.merchantAccount, account),
    ...collectInside(emv.additionalData, additional),
    ...collectInside(emv.recurrence, recurrence),
  ];
  return unknown.length === 0 ? undefined : Object.fromEntries(unknown);
}

function collectInside(template: Template, fields: EmvFields = new Map()): Tlv[] {
  const known: readonly string[] = interpreted[template];
  return [...fields]
    .filter(([id]) => !known.includes(id))
    .map(([id, value]) => [`${template}.${id}`, value]);
}

/** Returns the unknown fields inside a template. */
function unknownInside(template: Template, unknown: Readonly<Record<string, string>> = {}): Tlv[] {
  return Object.entries(unknown)
    .filter(([id]) => id.startsWith(`${template}.`))
    .map(([id, value]) => [id.slice(3), value]);
}

/**
 * Checks the unknown fields of a code that is encoded.
 *
 * @throws ValidationError with field `unknownFields` if an id is malformed, is interpreted by this
 * library, or its value is not text of at most 99 characters
 */
function checkUnknownFields(unknown: unknown): void {
  if (unknown === undefined) return;
  if (!isObject(unknown)) refuse('unknownFields', 'deve ser um objeto');
  for (const [path, value] of Object.entries(unknown)) {
    checkPath(path);
    if (typeof value !== 'string' || value.length > MAX_TLV_LENGTH) {
      refuse('unknownFields', `deve ter em ${path} um texto de até ${MAX_TLV_LENGTH} caracteres`);
    }
  }
}

function checkPath(path: string): void {
  const [, template = 'code', id] = /^(?:(26|62|80)\.)?(\d{2})$/.exec(path) ?? [];
  if (id === undefined) refuse('unknownFields', 'tem um id inválido; use 61 ou 62.08, por exemplo');
  const known: readonly string[] = interpreted[template as keyof typeof interpreted];
  if (known.includes(id))
    refuse('unknownFields', `não pode conter ${path}, que tem um campo próprio`);
}

/**
 * Returns the first id of a range that no unknown field has.
 *
 * @throws ValidationError if none is free, or if an unknown field before it is a template of Pix,
 * which readers would use in its place
 */
function findFreeId([from, to]: Range, unknown: Readonly<Record<string, string>> = {}) {
  for (let id = from; id <= to; id += 1) {
    const other = unknown[String(id)];
    if (other === undefined) return String(id);
    if (isPixTemplate(readTlv(other)))
      refuse('unknownFields', `não pode conter outro Pix em ${id}`);
  }
  return refuse('unknownFields', `não deixa um campo livre de ${from} a ${to}`);
}

/**
 * Encodes the copy-and-paste text of a Pix code: static with `chave`, dynamic with `location`,
 * composite or recurrence-only with `recLocation`. Normalizes the key. Removes
 * the accents of `nome`, `cidade` and `descricao`; refuses values that are too long, and never cuts
 * them. Fields are written in the order of their ids.
 *
 * @throws ValidationError naming the invalid `field`
 *
 * @example encodeBrCode({ chave: 'loja@example.com', nome: 'Loja', cidade: 'Recife', valor: '37.00' })
 */
export function encodeBrCode(code: BrCode): string {
  checkTexts(code);
  checkTarget(code);
  checkUnknownFields(code.unknownFields);
  const { valor, unknownFields } = code;
  // Unknown fields come last, because a merchant category replaces the default one.
  const fields = new Map<string, string>([
    [emv.payloadFormat, '01'],
    ...pointOfInitiation(code),
    [findFreeId(templateRange.account, unknownFields), merchantAccount(code)],
    [emv.merchantCategory, NO_CATEGORY],
    [emv.currency, '986'],
    ...optional(emv.amount, valor === undefined ? undefined : checkValor(valor)),
    [emv.country, 'BR'],
    [emv.merchantName, plainText('nome', code.nome, 25)],
    [emv.merchantCity, plainText('cidade', code.cidade, 15)],
    [emv.additionalData, additionalData(code)],
    ...recurrence(code),
    ...Object.entries(unknownFields ?? {}).filter(([id]) => !id.includes('.')),
  ]);
  const tooLong = [...fields].find(([, value]) => value.length > MAX_TLV_LENGTH);
  if (tooLong)
    refuse('unknownFields', `não cabe no campo ${tooLong[0]}, de até ${MAX_TLV_LENGTH} caracteres`);
  const signed = `${writeTlv(inOrder(fields))}${emv.crc}04`;
  return signed + crc16(signed);
}

/**
 * Returns the field 01. `12` means that at most one payment may be initiated with the code (BCB, Manual de
 * Padrões para Iniciação do Pix, section 2.7.2); only the code of a location has it.
 */
function pointOfInitiation({ location, reusable = false, unknownFields }: BrCode): Tlv[] {
  const isOneUse = location !== undefined && !reusable;
  const given = unknownFields?.[emv.pointOfInitiation];
  if (given !== undefined && (isOneUse || (reusable && given === ONE_USE))) {
    refuse('unknownFields', 'não pode conter 01, que reusable define');
  }
  return isOneUse ? [[emv.pointOfInitiation, ONE_USE]] : [];
}

function merchantAccount(code: BrCode): string {
  const { location, chave, fss, descricao, unknownFields } = code;
  const unknown = unknownInside(emv.merchantAccount, unknownFields);
  if (location !== undefined) {
    return pixFields([[pixTemplate.location, checkLocation('location', location)], ...unknown]);
  }
  if (chave === undefined) return pixFields(unknown);
  const fields: Tlv[] = [
    [pixTemplate.chave, checkChave(chave)],
    ...optional(pixTemplate.fss, fss === undefined ? undefined : checkFss(fss)),
    ...unknown,
  ];
  if (descricao === undefined) return pixFields(fields);
  const room = MAX_TLV_LENGTH - pixFields(fields).length - 4;
  if (room < 1) refuse('descricao', 'não cabe ao lado desta chave');
  return pixFields([...fields, [pixTemplate.descricao, plainText('descricao', descricao, room)]]);
}

function additionalData({ txid, location, unknownFields }: BrCode): string {
  const label = txid === undefined ? NO_TXID : checkTxid(txid, location !== undefined);
  const unknown = unknownInside(emv.additionalData, unknownFields);
  return writeTlv(inOrder([[REFERENCE_LABEL, label], ...unknown]));
}

function recurrence({ recLocation, unknownFields }: BrCode): Tlv[] {
  const unknown = unknownInside(emv.recurrence, unknownFields);
  if (recLocation === undefined) {
    if (unknown.length > 0)
      refuse('unknownFields', 'só pode conter campos de 80 junto com recLocation');
    return [];
  }
  const address = checkLocation('recLocation', recLocation);
  const id = findFreeId(templateRange.recurrence, unknownFields);
  return [[id, pixFields([[pixTemplate.location, address], ...unknown])]];
}

function pixFields(fields: readonly Tlv[]): string {
  return writeTlv(inOrder([[pixTemplate.gui, PIX_GUI], ...fields]));
}

function inOrder(fields: Iterable<Tlv>): Tlv[] {
  return [...fields].toSorted(([a], [b]) => Number(a) - Number(b));
}

function optional(id: string, value: string | undefined): Tlv[] {
  return value === undefined ? [] : [[id, value]];
}

/** Maximum length of a key or address next to the GUI. */
const MAX_REFERENCE = 77;

export function refuse(field: keyof BrCode | 'brCode', reason: string): never {
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
function checkTexts(code: BrCode): void {
  if (!isObject(code)) {
    refuse('brCode', 'deve ser um objeto com os campos do código');
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
function plainText(field: 'nome' | 'cidade' | 'descricao', text: string, max: number): string {
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
function checkChave(chave: string): string {
  return parsePixKey(chave, isAmbiguousKey(chave.trim()) ? { kind: 'cpf' } : {}).value;
}

function checkFss(fss: string): string {
  if (!NUMERIC_ISPB.test(fss)) {
    refuse('fss', 'deve ser o ISPB do facilitador de serviço de saque, com 8 dígitos');
  }
  return fss;
}

/** Removes `https://` from an address; refuses any other scheme. */
function checkLocation(field: 'location' | 'recLocation', location: string): string {
  const address = location.replace(/^https:\/\//i, '');
  if (!/^[a-z0-9.-]+(?::\d{1,5})?\/[\x21-\x7E]+$/i.test(address)) {
    refuse(field, 'deve ser um endereço https, como pix.example.com/qr/v2/…');
  }
  if (address.length > MAX_REFERENCE) {
    refuse(field, `deve ter no máximo ${MAX_REFERENCE} caracteres sem o https://`);
  }
  return address;
}

function checkValor(valor: string): string {
  if (!VALOR.test(valor)) {
    refuse('valor', 'deve seguir o formato \\d{1,10}\\.\\d{2}, como 37.00');
  }
  if (Number(valor) === 0) refuse('valor', 'deve ser maior que zero');
  return valor;
}

function checkTxid(txid: string, dynamic: boolean): string {
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
function checkTarget(code: BrCode): void {
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
