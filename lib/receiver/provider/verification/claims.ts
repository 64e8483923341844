import type { Pix } from '../../../contract/index.js';
import type { PixEvent } from '../../notifications/pix-event.js';
import { readReceivedPix } from '../../notifications/read-pix.js';

/**
 * The Pix that an event reports: its own, or those by which a recurring charge was paid. Empty for an
 * event without one, `undefined` when what stands in their place is no Pix.
 */
export function claimedPix({ type, payload }: PixEvent): readonly Pix[] | undefined {
  switch (type) {
    case 'pix.recebido':
      return [payload];
    case 'pix.devolucao':
      return [payload.pix];
    case 'cobranca-recorrente':
      return readClaims(payload.pix ?? []);
    // A sent Pix cannot be read where the received ones are.
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
