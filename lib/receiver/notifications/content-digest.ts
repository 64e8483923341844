import { hash } from 'node:crypto';
import { toDecimalText } from '../../values/index.js';
import type { PixEvent } from './pix-event.js';

/**
 * Computes a digest of the fields that must be equal in all deliveries of an event. If two digests
 * differ, the deliveries contradict each other: one is wrong or forged. Fields that a provider may
 * add later (refunds, the payer) or omit (the key) are not included.
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
      return `${pix.valor} ${toDecimalText(devolucao.valor) ?? ''} ${pix.txid ?? ''}`;
    }
    // The key of these events is a digest of the whole notification.
    case 'recorrencia':
    case 'cobranca-recorrente':
      return key;
  }
}
