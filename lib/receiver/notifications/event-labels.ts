import { redact } from '../../errors/index.js';
import { toSafeTxid, type PixEventLabels } from '../../telemetry/index.js';
import type { PixEvent } from './pix-event.js';
import { toLogKey } from './to-log-key.js';

/**
 * Describes an event for its observers. A payer may have used a tax id as an identifier, so
 * identifiers are redacted, when an observer reads them.
 */
export function toEventLabels(event: PixEvent, receiver: string): PixEventLabels {
  return {
    receiver,
    type: event.type,
    get key() {
      return toLogKey(event.key);
    },
    get txid() {
      return toSafeTxid(findIdentifiers(event).txid);
    },
    get endToEndId() {
      const { endToEndId } = findIdentifiers(event);
      return typeof endToEndId === 'string' ? redact(endToEndId) : undefined;
    },
  };
}

function findIdentifiers({ type, payload }: PixEvent): Readonly<Record<string, unknown>> {
  return { ...(type === 'pix.devolucao' ? payload.pix : payload) };
}
