import { redact } from '../../errors/index.js';

/**
 * Formats an event key for the log. Redacts each of its identifiers, because an application may use
 * a tax id as the identifier of a refund.
 */
export function toLogKey(key: string): string {
  return key.split(':').map(redact).join(':');
}
