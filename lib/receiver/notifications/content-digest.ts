import { hash } from 'node:crypto';
import { decimalText } from './decimal-text.js';
import type { PixEvent } from './pix-event.js';

/**
 * A digest of what two deliveries of one event must agree on. Two of them that differ contradict each other: one is wrong
 * or forged. What a provider may add later (refunds, the payer) or leave out (the key) is not part of it.
 */
export function contentDigest(event: PixEvent): string {
  return hash('sha256', toContent(event), 'base64url').slice(0, 22);
}

function toContent({ type, payload, key }: PixEvent): string {
  switch (type) {
    case 'pix.recebido':
      return `${payload.valor} ${payload.txid ?? ''}`;
    case 'pix.enviado':
      return `${payload.valor} ${typeof payload.txid === 'string' ? payload.txid : ''}`;
    case 'pix.devolucao': {
      const { devolucao, pix } = payload;
      return `${pix.valor} ${decimalText(devolucao.valor) ?? ''} ${pix.txid ?? ''}`;
    }
    // The key of these is made of the whole notification.
    case 'recorrencia':
    case 'cobranca-recorrente':
      return key;
  }
}
