import type { Devolucao, Pix } from '../../contract/index.js';
import { isObject } from '../../errors/index.js';
import { DEVOLUCAO_ID, END_TO_END_ID, toDecimalText } from '../../values/index.js';
import { isText } from './json-object.js';
import type { PixEvent } from './pix-event.js';

/**
 * Reads the events of a received Pix: the Pix itself, and each refund in a final status. Checks
 * only the identifiers and the amount; other fields pass as received. Returns `undefined` if the
 * item is not a Pix.
 */
export function readPix(item: unknown): PixEvent[] | undefined {
  const pix = readReceivedPix(item);
  if (!pix) return undefined;
  const { endToEndId, devolucoes } = pix;
  const received: PixEvent = { type: 'pix.recebido', key: `pix:${endToEndId}`, payload: pix };
  if (!devolucoes?.length) return [received];
  return [
    received,
    ...devolucoes.filter(isFinal).map((devolucao): PixEvent => ({
      type: 'pix.devolucao',
      key: `devolucao:${endToEndId}:${devolucao.id}:${devolucao.status}`,
      payload: { devolucao, pix },
    })),
  ];
}

/**
 * Reads an item as a received Pix, with its amount as decimal text. Returns `undefined` if it is
 * not one.
 */
export function readReceivedPix(item: unknown): Pix | undefined {
  if (!isObject(item)) return undefined;
  const { endToEndId, txid, horario, devolucoes = [] } = item;
  const valor = toDecimalText(item.valor);
  if (!matches(endToEndId, END_TO_END_ID)) return undefined;
  // An amount of zero is not a payment. A Pix Saque also has its sum in `valor`.
  if (valor === undefined || valor === '0.00' || !isText(horario)) return undefined;
  if (!isTextOrUnset(txid)) return undefined;
  if (!Array.isArray(devolucoes) || !devolucoes.every(isDevolucao)) return undefined;
  const pix: object = item.valor === valor ? item : { ...item, valor };
  return pix as Pix;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isTextOrUnset(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isDevolucao(value: unknown): value is Devolucao {
  return isObject(value) && matches(value.id, DEVOLUCAO_ID) && isText(value.status);
}

function isFinal(devolucao: Devolucao): boolean {
  return devolucao.status === 'DEVOLVIDO' || devolucao.status === 'NAO_REALIZADO';
}
