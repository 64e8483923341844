import type { PixCaOptions } from './options.js';
import { readCertificates } from './read-certificates.js';
import { readSource } from './source.js';

/**
 * The authorities of the `ca` option as PEM texts, one certificate each. They stand in for the ones
 * that come with Node.
 *
 * @throws CertificateError when a file can't be read or holds no certificate
 */
export async function loadCa(ca: PixCaOptions): Promise<string[]> {
  const given = Array.isArray(ca) ? (ca as readonly (string | Buffer)[]) : [ca];
  const sources = await Promise.all(given.map((value) => readSource(value, 'ca')));
  return sources.flatMap(readCertificates).map(String);
}
