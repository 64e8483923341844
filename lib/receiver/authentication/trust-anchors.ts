import type { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CertificateError } from '../../errors/index.js';
import { contentOfText, isFileName } from '../../transport/certificate/public.js';
import type { PixCertificateSource } from './authentication.options.js';
import { parseDer, parsePem } from './pem.js';

const SOLUTION =
  'Give the certificates of the authority that signs the provider’s client certificates: the path of a PEM file, PEM text, base64 of PEM or DER, or a Buffer.';

/** @throws CertificateError if a source cannot be read or contains no certificate */
export function loadTrustAnchors(source: PixCertificateSource): X509Certificate[] {
  return toList(source).flatMap(load);
}

export function toList(source: PixCertificateSource): readonly (string | Buffer)[] {
  return Array.isArray(source)
    ? (source as readonly (string | Buffer)[])
    : [source as string | Buffer];
}

function load(source: string | Buffer): X509Certificate[] {
  const content = typeof source === 'string' ? contentOfText(source) : Buffer.from(source);
  const place = content ? 'the configured content' : describeSource(String(source));
  try {
    const found = parseCertificates(content ?? readFileSync(source));
    if (found.length > 0) return found;
  } catch (cause) {
    throw new CertificateError(
      `authentication.mtls.ca: ${place} cannot be read as a certificate. ${SOLUTION}`,
      // A file system error repeats the text, which is not a file name here.
      content || isFileName(String(source)) ? { cause } : {},
    );
  }
  throw new CertificateError(
    `authentication.mtls.ca: ${place} contains no certificate. ${SOLUTION}`,
  );
}

function describeSource(text: string): string {
  return isFileName(text) ? `the file ${text}` : `the configured text of ${text.length} characters`;
}

function parseCertificates(content: Buffer): X509Certificate[] {
  const text = content.toString('latin1');
  return text.includes('-----BEGIN') ? parsePem(text) : [parseDer(content)];
}
