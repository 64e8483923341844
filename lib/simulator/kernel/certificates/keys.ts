import { webcrypto } from 'node:crypto';

/** P-256: a key is generated in a millisecond, and every TLS stack supports the curve. */
export const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export type KeyPair = webcrypto.CryptoKeyPair;

export function generateKeys(): Promise<KeyPair> {
  return webcrypto.subtle.generateKey(ECDSA_P256, true, ['sign', 'verify']);
}

/** Exports a private key as PKCS#8 in PEM (RFC 7468). */
export async function exportKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
}

/** Imports a private key that {@link exportKeyPem} exported. */
export function importKeyPem(pem: string): Promise<webcrypto.CryptoKey> {
  const der = Buffer.from(pem.replace(/-----[A-Z ]+-----/g, ''), 'base64');
  return webcrypto.subtle.importKey('pkcs8', der, ECDSA_P256, true, ['sign']);
}
