import { X509Certificate } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;

/**
 * The certificates in PEM text. Line breaks do not matter: proxies write spaces, tabs or nothing for them, and
 * environment variables `\n`.
 *
 * @throws Error on one that does not parse
 */
export function certificatesOfPem(text: string): X509Certificate[] {
  return Array.from(text.matchAll(PEM), ([, base64 = '']) =>
    certificateOfDer(Buffer.from(base64.replace(/\s|\\[nr]/g, ''), 'base64')),
  );
}

export function certificateOfDer(der: Buffer): X509Certificate {
  return new X509Certificate(der);
}
