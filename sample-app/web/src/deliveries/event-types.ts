import type { PixEventType } from 'nestjs-pix';

/** Types of events in words of the shop. */
const EVENT_TYPES: Readonly<Record<PixEventType, string>> = {
  'pix.recebido': 'Pix recebido',
  'pix.enviado': 'Pix enviado',
  'pix.devolucao': 'Devolução',
  recorrencia: 'Recorrência',
  'cobranca-recorrente': 'Cobrança recorrente',
};

/** @returns the type itself, if a later version of the library introduced it */
export function describeEventType(tipo: string): string {
  return Object.hasOwn(EVENT_TYPES, tipo) ? EVENT_TYPES[tipo as PixEventType] : tipo;
}
