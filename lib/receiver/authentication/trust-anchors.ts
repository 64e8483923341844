import type { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CertificateError } from '../../errors/index.js';
import type { PixCertificateSource } from './authentication.options.js';
import { certificateOfDer, certificatesOfPem } from './pem.js';

const WAY_OUT =
  'Give the certificates of the authority that signs the provider’s client certificates: the path of a PEM file, PEM text, or a Buffer.';

/** @throws CertificateError when a source cannot be read or holds no certificate */
export function loadTrustAnchors(source: PixCertificateSource): X509Certificate[] {
  const sources = Array.isArray(source)
    ? (source as readonly (string | Buffer)[])
    : [source as string | Buffer];
  return sources.flatMap(load);
}

function load(source: string | Buffer): X509Certificate[] {
  const isPath = typeof source === 'string' && !source.includes('-----BEGIN');
  const place = isPath ? `the file ${source}` : 'the given content';
  try {
    const content = isPath ? readFileSync(source) : Buffer.from(source);
    const text = content.toString('latin1');
    const found = text.includes('-----BEGIN')
      ? certificatesOfPem(text)
      : [certificateOfDer(content)];
    if (found.length > 0) return found;
  } catch (cause) {
    throw new CertificateError(
      `authentication.mtls.ca: ${place} cannot be read as a certificate. ${WAY_OUT}`,
      { cause },
    );
  }
  throw new CertificateError(`authentication.mtls.ca: ${place} holds no certificate. ${WAY_OUT}`);
}
