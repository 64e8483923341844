import type { Devolucao, Pix } from '../../contract/index.js';
import { isObject } from '../../errors/index.js';
import { DEVOLUCAO_ID, END_TO_END_ID, toDecimalText } from '../../values/index.js';
import { isText, type JsonObject } from './json-object.js';
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
 * Reads an item as a received Pix, with its amounts and those of its refunds and components as
 * decimal text: some providers send numbers. Returns `undefined` if it is not one.
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
  return withTextAmounts(item, valor, devolucoes) as object as Pix;
}

/** Returns the item itself if its amounts are already text. */
function withTextAmounts(item: JsonObject, valor: string, devolucoes: unknown[]): JsonObject {
  const { componentesValor } = item;
  const amounts: JsonObject = item.valor === valor ? {} : { valor };
  if (devolucoes.length > 0) amounts.devolucoes = devolucoes.map(withTextAmount);
  if (isObject(componentesValor)) {
    amounts.componentesValor = Object.fromEntries(
      Object.entries(componentesValor).map(([name, part]) => [name, withTextAmount(part)]),
    );
  }
  return Object.keys(amounts).length === 0 ? item : { ...item, ...amounts };
}

/** An amount that is not one stays as it is: the payment must not be refused because of it. */
function withTextAmount(item: unknown): unknown {
  const valor = isObject(item) ? toDecimalText(item.valor) : undefined;
  return valor === undefined ? item : { ...(item as JsonObject), valor };
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
