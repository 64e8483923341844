import * as crypto from 'node:crypto';
import type { PixEvent } from './pix-event.js';
import { decimalText } from './decimal-text.js';

type Of<T extends PixEvent['type']> = PixEvent<T>['payload'];

/**
 * A digest of what two deliveries of one event must agree on. Two of them that differ contradict each other: one is wrong
 * or forged. What a provider may add later (refunds, the payer) or leave out (the key) is not part of it.
 */
export function contentDigest({ type, payload, key }: PixEvent): string {
  return digest(contentOf(type, payload) ?? key);
}

function contentOf(type: PixEvent['type'], payload: PixEvent['payload']): string | undefined {
  switch (type) {
    case 'pix.recebido':
    case 'pix.enviado': {
      const { valor, txid } = payload as Of<'pix.recebido'>;
      return JSON.stringify([valor, txid ?? '']);
    }
    case 'pix.devolucao': {
      const { devolucao, pix } = payload as Of<'pix.devolucao'>;
      return JSON.stringify([pix.valor, pix.txid ?? '', decimalText(devolucao.valor) ?? '']);
    }
    default:
      // The key of the other events is made of the whole notification.
      return undefined;
  }
}

/** `crypto.hash` is faster and came with Node 20.12. */
function digest(text: string): string {
  return crypto.hash('sha256', text, 'base64url').slice(0, 22);
}
