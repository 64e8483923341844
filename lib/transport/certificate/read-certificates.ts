import { X509Certificate } from 'node:crypto';
import { certificateError } from './certificate-problem.js';
import { pemBlocks } from './pem.js';
import type { Source } from './source.js';
import { DER_SEQUENCE } from './text.js';

/**
 * Parses the certificates of a PEM or DER source, in order.
 *
 * @throws CertificateError if there is none, or one cannot be parsed
 */
export function readCertificates(source: Source): X509Certificate[] {
  const blocks = pemBlocks(source.bytes);
  const certificates = blocks.filter(({ label }) => /^(X509 )?CERTIFICATE$/.test(label));
  if (certificates.length > 0) return certificates.map(({ text }) => parse(text, source));
  if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))) {
    throw certificateError(
      'PIX_CERTIFICATE_MISSING',
      source,
      'contains a private key and no certificate: were certificate and key swapped?',
    );
  }
  if (source.bytes[0] === DER_SEQUENCE) return [parse(source.bytes, source)];
  throw notACertificate(source);
}

function parse(content: string | Buffer, source: Source): X509Certificate {
  try {
    return new X509Certificate(content);
  } catch (error) {
    throw notACertificate(source, error);
  }
}

function notACertificate(source: Source, cause?: unknown): Error {
  return certificateError(
    'PIX_CERTIFICATE_INVALID',
    source,
    'is not a certificate: it must be PEM ("-----BEGIN CERTIFICATE-----") or DER. For a .p12 or .pfx file use the option `pfx`.',
    cause,
  );
}
