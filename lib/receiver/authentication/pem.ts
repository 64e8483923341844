import { X509Certificate } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;

/**
 * Parses the certificates in PEM text. Line breaks may be replaced: proxies write spaces, tabs or
 * nothing, and environment variables `\n`.
 *
 * @throws Error when a certificate cannot be parsed
 */
export function parsePem(text: string): X509Certificate[] {
  return Array.from(text.matchAll(PEM), ([, base64 = '']) =>
    parseDer(Buffer.from(base64.replace(/\s|\\[nr]/g, ''), 'base64')),
  );
}

export function parseDer(der: Buffer): X509Certificate {
  return new X509Certificate(der);
}
