import { hash } from 'node:crypto';
import type { PixEvent } from './pix-event.js';
import { decimalText } from './decimal-text.js';

type Of<T extends PixEvent['type']> = PixEvent<T>['payload'];

/**
 * A digest of what two deliveries of one event must agree on. Two of them that differ contradict each other: one is wrong
 * or forged. What a provider may add later (refunds, the payer) or leave out (the key) is not part of it.
 */
export function contentDigest({ type, payload, key }: PixEvent): string {
  return hash('sha256', contentOf(type, payload) ?? key, 'base64url').slice(0, 22);
}

function contentOf(type: PixEvent['type'], payload: PixEvent['payload']): string | undefined {
  switch (type) {
    case 'pix.recebido':
    case 'pix.enviado': {
      const { valor, txid } = payload as Of<'pix.recebido'>;
      return `${valor} ${txid ?? ''}`;
    }
    case 'pix.devolucao': {
      const { devolucao, pix } = payload as Of<'pix.devolucao'>;
      return `${pix.valor} ${decimalText(devolucao.valor) ?? ''} ${pix.txid ?? ''}`;
    }
    default:
      // The key of the other events is made of the whole notification.
      return undefined;
  }
}
