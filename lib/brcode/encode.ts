import { ValidationError } from '../errors/index.js';
import {
  checkChave,
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

/**
 * Encodes the copy-and-paste text of a Pix code: static with `chave`, dynamic with `location`,
 * composite or recurrence-only with `recLocation`. Removes the accents of `nome`, `cidade` and
 * `descricao`; refuses values that are too long, and never cuts them.
 *
 * @throws ValidationError naming the invalid `field`
 *
 * @example encodeBrCode({ chave: 'loja@example.com', nome: 'Loja', cidade: 'Recife', valor: '37.00' })
 */
export function encodeBrCode(code: BrCode): string {
  checkTexts(code);
  checkTarget(code);
  const { location, recLocation, valor, txid } = code;
  const fields: Tlv[] = [
    [emv.payloadFormat, '01'],
    // "12" marks a code for one use; only a charge behind a location is used once.
    ...optional(emv.pointOfInitiation, location === undefined ? undefined : '12'),
    [emv.merchantAccount, merchantAccount(code)],
    [emv.merchantCategory, '0000'],
    [emv.currency, '986'],
    ...optional(emv.amount, valor === undefined ? undefined : checkValor(valor)),
    [emv.country, 'BR'],
    [emv.merchantName, plainText('nome', code.nome, 25)],
    [emv.merchantCity, plainText('cidade', code.cidade, 15)],
    [emv.additionalData, writeTlv([[REFERENCE_LABEL, referenceLabel(txid, location)]])],
    ...optional(
      emv.recurrence,
      recLocation === undefined
        ? undefined
        : pixFields([[pixTemplate.location, checkLocation('recLocation', recLocation)]]),
    ),
  ];
  const signed = `${writeTlv(fields)}${emv.crc}04`;
  return signed + crc16(signed);
}

function merchantAccount({ chave, location, descricao }: BrCode): string {
  if (location !== undefined) {
    return pixFields([[pixTemplate.location, checkLocation('location', location)]]);
  }
  if (chave === undefined) return pixFields([]);
  const key: Tlv = [pixTemplate.chave, checkChave(chave)];
  if (descricao === undefined) return pixFields([key]);
  const room = MAX_TLV_LENGTH - pixFields([key]).length - 4;
  if (room < 1) {
    throw new ValidationError('descricao não cabe ao lado desta chave', { field: 'descricao' });
  }
  return pixFields([key, [pixTemplate.descricao, plainText('descricao', descricao, room)]]);
}

function referenceLabel(txid: string | undefined, location: string | undefined): string {
  return txid === undefined ? NO_TXID : checkTxid(txid, location !== undefined);
}

function pixFields(fields: readonly Tlv[]): string {
  return writeTlv([[pixTemplate.gui, PIX_GUI], ...fields]);
}

function optional(id: string, value: string | undefined): Tlv[] {
  return value === undefined ? [] : [[id, value]];
}
