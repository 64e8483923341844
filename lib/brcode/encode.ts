import { ValidationError } from '../errors/index.js';
import {
  checkChave,
  checkFss,
  checkLocation,
  checkTarget,
  checkTexts,
  checkTxid,
  checkValor,
  plainText,
} from './br-code-rules.js';
import type { BrCode } from './br-code.js';
import { crc16 } from './crc16.js';
import { emv, NO_TXID, PIX_GUI, pixTemplate, REFERENCE_LABEL } from './emv.js';
import { MAX_TLV_LENGTH, writeTlv, type Tlv } from './tlv.js';
import {
  checkUnknownFields,
  findFreeId,
  NO_CATEGORY,
  ONE_USE,
  refuseUnknown,
  templateRange,
  unknownInside,
  unknownOfCode,
} from './unknown-fields.js';

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
    ...unknownOfCode(unknownFields),
  ]);
  const tooLong = [...fields].find(([, value]) => value.length > MAX_TLV_LENGTH);
  if (tooLong)
    refuseUnknown(`não cabe no campo ${tooLong[0]}, de até ${MAX_TLV_LENGTH} caracteres`);
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
    refuseUnknown('não pode conter 01, que reusable define');
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
  if (room < 1) {
    throw new ValidationError('descricao não cabe ao lado desta chave', { field: 'descricao' });
  }
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
    if (unknown.length > 0) refuseUnknown('só pode conter campos de 80 junto com recLocation');
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
