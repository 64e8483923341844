import type { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CertificateError } from '../../errors/index.js';
import { contentOfText, isFileName } from '../../transport/certificate/text.js';
import type { PixCertificateSource } from './authentication.options.js';
import { certificateOfDer, certificatesOfPem } from './pem.js';

const SOLUTION =
  'Give the certificates of the authority that signs the provider’s client certificates: the path of a PEM file, PEM text, base64 of PEM or DER, or a Buffer.';

/** @throws CertificateError when a source cannot be read or holds no certificate */
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
  const place = content ? 'the given content' : placeOf(String(source));
  try {
    const found = certificatesOf(content ?? readFileSync(source));
    if (found.length > 0) return found;
  } catch (cause) {
    throw new CertificateError(
      `authentication.mtls.ca: ${place} cannot be read as a certificate. ${SOLUTION}`,
      // An error of the file system repeats the text, which is no file name.
      content || isFileName(String(source)) ? { cause } : {},
    );
  }
  throw new CertificateError(`authentication.mtls.ca: ${place} holds no certificate. ${SOLUTION}`);
}

function placeOf(text: string): string {
  return isFileName(text) ? `the file ${text}` : `the given text of ${text.length} characters`;
}

function certificatesOf(content: Buffer): X509Certificate[] {
  const text = content.toString('latin1');
  return text.includes('-----BEGIN') ? certificatesOfPem(text) : [certificateOfDer(content)];
}
