import { redact } from '../errors/index.js';

/** Letters and digits, at most 35 (BCB schema `TxId`; shorter ones come from static QR codes). */
const TXID = /^[a-zA-Z0-9]{1,35}$/;

/**
 * Returns a txid for observers; `undefined` for any other value, which a provider may have sent in
 * its place. A payer may use a CPF as the txid of a static QR code, so it is redacted.
 */
export function toSafeTxid(value: unknown): string | undefined {
  return typeof value === 'string' && TXID.test(value) ? redact(value) : undefined;
}
