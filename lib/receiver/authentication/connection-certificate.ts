import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { MAX_CHAIN, type PresentedCertificate } from './presented-certificate.js';

/**
 * Returns the client certificate of the TLS connection. The handshake has proved that the caller
 * has its private key.
 */
export function connectionCertificate(request: IncomingMessage): PresentedCertificate | undefined {
  const socket = request.socket as Partial<TLSSocket>;
  const leaf = socket.getPeerX509Certificate?.();
  if (!leaf) return undefined;
  const intermediates: X509Certificate[] = [];
  let issuer = leaf.issuerCertificate;
  while (issuer && intermediates.length < MAX_CHAIN) {
    if (issuer.fingerprint256 === (intermediates.at(-1) ?? leaf).fingerprint256) break;
    intermediates.push(issuer);
    issuer = issuer.issuerCertificate;
  }
  return { leaf, intermediates };
}
