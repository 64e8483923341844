import { ValidationError } from '../errors/index.js';
import { emv, PIX_GUI, pixTemplate, REFERENCE_LABEL } from './emv.js';
import { MAX_TLV_LENGTH, readTlv, type Tlv } from './tlv.js';

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
export interface Templates {
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

/** Returns the unknown fields of the code itself. */
export function unknownOfCode(unknown: Readonly<Record<string, string>> = {}): Tlv[] {
  return Object.entries(unknown).filter(([id]) => !id.includes('.'));
}

/** Returns the unknown fields inside a template. */
export function unknownInside(
  template: Template,
  unknown: Readonly<Record<string, string>> = {},
): Tlv[] {
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
export function checkUnknownFields(unknown: unknown): void {
  if (unknown === undefined) return;
  if (typeof unknown !== 'object' || unknown === null || Array.isArray(unknown)) {
    refuseUnknown('deve ser um objeto');
  }
  for (const [path, value] of Object.entries(unknown)) {
    checkPath(path);
    if (typeof value !== 'string' || value.length > MAX_TLV_LENGTH) {
      refuseUnknown(`deve ter em ${path} um texto de até ${MAX_TLV_LENGTH} caracteres`);
    }
  }
}

function checkPath(path: string): void {
  const [, template = 'code', id] = /^(?:(26|62|80)\.)?(\d{2})$/.exec(path) ?? [];
  if (id === undefined) refuseUnknown('tem um id inválido; use 61 ou 62.08, por exemplo');
  const known: readonly string[] = interpreted[template as keyof typeof interpreted];
  if (known.includes(id)) refuseUnknown(`não pode conter ${path}, que tem um campo próprio`);
}

/**
 * Returns the first id of a range that no unknown field has.
 *
 * @throws ValidationError if none is free, or if an unknown field before it is a template of Pix,
 * which readers would use in its place
 */
export function findFreeId([from, to]: Range, unknown: Readonly<Record<string, string>> = {}) {
  for (let id = from; id <= to; id += 1) {
    const other = unknown[String(id)];
    if (other === undefined) return String(id);
    if (isPixTemplate(readTlv(other))) refuseUnknown(`não pode conter outro Pix em ${id}`);
  }
  return refuseUnknown(`não deixa um campo livre de ${from} a ${to}`);
}

export function refuseUnknown(reason: string): never {
  throw new ValidationError(`unknownFields ${reason}`, { field: 'unknownFields' });
}
