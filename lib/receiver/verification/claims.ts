import type { Pix } from '../../contract/index.js';
import type { PixEvent } from '../events/pix-event.js';
import { readPix } from '../events/read-pix.js';

type Of<T extends PixEvent['type']> = PixEvent<T>['payload'];

/**
 * The Pix that an event reports: its own, or those by which a recurring charge was paid. Empty for an
 * event without one, `undefined` when what stands in their place is no Pix.
 */
export function claimedPix({ type, payload }: PixEvent): readonly Pix[] | undefined {
  if (type === 'pix.recebido') return [payload as Of<'pix.recebido'>];
  if (type === 'pix.devolucao') return [(payload as Of<'pix.devolucao'>).pix];
  // A sent Pix cannot be read where the received ones are.
  if (type === 'recorrencia' || type === 'pix.enviado') return [];
  const { pix = [] } = payload as Of<'cobranca-recorrente'>;
  if (!Array.isArray(pix)) return undefined;
  const read = pix.map((item) => readPix(item)?.[0]?.payload as Pix | undefined);
  return read.every((item) => item !== undefined) ? read : undefined;
}
