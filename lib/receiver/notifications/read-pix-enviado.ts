import { efiSentPix } from '../../contract/index.js';
import { isObject } from '../../errors/index.js';
import { toDecimalText } from '../../values/index.js';
import { isStatus } from './is-status.js';
import { isText, type JsonObject } from './json-object.js';
import type { PixEnviado, PixEvent } from './pix-event.js';

const STATUSES: ReadonlySet<unknown> = new Set(efiSentPix.statuses);

/**
 * Whether an item of a `pix` notification is a Pix that the account sent, by the marks of
 * {@link efiSentPix}. An item with a txid and without the `tipo` of a sent Pix is a received Pix,
 * regardless of its other fields: a received payment must not be mistaken for a sent one.
 */
export function isPixEnviado(item: JsonObject): boolean {
  if (item.tipo === efiSentPix.tipo) return true;
  if (isText(item.txid)) return false;
  return readIdEnvio(item) !== undefined || STATUSES.has(item.status);
}

/** Reads the event of a sent Pix. Returns `undefined` if nothing identifies it. */
export function readPixEnviado(item: JsonObject): PixEvent<'pix.enviado'> | undefined {
  const { endToEndId, horario = null } = item;
  const status = isText(item.status) ? item.status : 'REALIZADO';
  const valor = toDecimalText(item.valor);
  const idEnvio = readIdEnvio(item);
  const id = isText(endToEndId) ? endToEndId : idEnvio;
  if (valor === undefined || id === undefined || !/^[\w-]{1,64}$/.test(id)) return undefined;
  if (!isStatus(status) || (horario !== null && !isText(horario))) return undefined;
  const payload = {
    ...item,
    valor,
    status,
    horario,
    ...(idEnvio === undefined ? {} : { idEnvio }),
  } as PixEnviado;
  return { type: 'pix.enviado', key: `enviado:${id}:${status}`, payload };
}

function readIdEnvio({ idEnvio, [efiSentPix.extras]: extras }: JsonObject): string | undefined {
  const given = idEnvio ?? (isObject(extras) ? extras.idEnvio : undefined);
  return isText(given) ? given : undefined;
}
