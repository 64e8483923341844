import { redact } from '../../errors/index.js';

/**
 * An event key for a log line. Each of its identifiers is redacted on its own: an application may take a tax id as the
 * identifier of a refund.
 */
export function toLogKey(key: string): string {
  return key.split(':').map(redact).join(':');
}
