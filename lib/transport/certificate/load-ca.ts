import type { PixCaOptions } from './options.js';
import { readCertificates } from './read-certificates.js';
import { readSource } from './source.js';

/**
 * Loads the authorities of the option `ca` as PEM texts, one certificate each. They replace the
 * authorities of Node.js.
 *
 * @throws CertificateError if a file cannot be read or contains no certificate
 */
export async function loadCa(ca: PixCaOptions): Promise<string[]> {
  const given = Array.isArray(ca) ? (ca as readonly (string | Buffer)[]) : [ca];
  const sources = await Promise.all(given.map((value) => readSource(value, 'ca')));
  return sources.flatMap(readCertificates).map(String);
}
