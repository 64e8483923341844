import type { Pix } from '../../../contract/index.js';
import type { PixEvent } from '../../notifications/pix-event.js';
import { readReceivedPix } from '../../notifications/read-pix.js';

/**
 * Returns the Pix that an event reports: its own, or those that paid a recurring charge. Empty for
 * an event without a Pix, `undefined` if one of them is not a valid Pix.
 */
export function claimedPix({ type, payload }: PixEvent): readonly Pix[] | undefined {
  switch (type) {
    case 'pix.recebido':
      return [payload];
    case 'pix.devolucao':
      return [payload.pix];
    case 'cobranca-recorrente':
      return readClaims(payload.pix ?? []);
    // A sent Pix cannot be read from the list of received Pix.
    case 'pix.enviado':
    case 'recorrencia':
      return [];
  }
}

function readClaims(items: unknown): readonly Pix[] | undefined {
  if (!Array.isArray(items)) return undefined;
  const read = items.map((item: unknown) => readReceivedPix(item));
  return read.every((pix) => pix !== undefined) ? read : undefined;
}
