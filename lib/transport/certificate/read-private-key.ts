import { createPrivateKey, type KeyObject } from 'node:crypto';
import { certificateError } from './certificate-problem.js';
import { pemBlocks, type PemBlock } from './pem.js';
import type { Source } from './source.js';

/**
 * The private key of a PEM or DER source, decrypted.
 *
 * @throws {CertificateError} when there is none, or its passphrase is missing or wrong
 */
export function readPrivateKey(source: Source, passphrase: string | undefined): KeyObject {
  const blocks = pemBlocks(source.bytes);
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (block !== undefined) return fromPem(block, source, passphrase);
  if (blocks.some(({ label }) => label.includes('CERTIFICATE'))) {
    throw certificateError(
      'PIX_CERTIFICATE_KEY_MISSING',
      source,
      'holds a certificate and no private key: were certificate and key swapped?',
    );
  }
  return fromDer(source);
}

function fromPem(block: PemBlock, source: Source, passphrase: string | undefined): KeyObject {
  const locked = block.label.startsWith('ENCRYPTED') || block.text.includes('4,ENCRYPTED');
  if (locked && passphrase === undefined) {
    throw certificateError(
      'PIX_CERTIFICATE_PASSPHRASE_MISSING',
      source,
      'is an encrypted private key: give its passphrase in certificate.passphrase.',
    );
  }
  try {
    return createPrivateKey({
      key: block.text,
      ...(locked && passphrase !== undefined && { passphrase }),
    });
  } catch (error) {
    throw locked ? unlockFailure(error, source) : notAKey(source, error);
  }
}

function fromDer(source: Source): KeyObject {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    try {
      return createPrivateKey({ key: source.bytes, format: 'der', type });
    } catch {
      // DER does not say which of the three it is.
    }
  }
  throw notAKey(source);
}

function unlockFailure(error: unknown, source: Source): Error {
  if ((error as { code?: unknown }).code === 'ERR_OSSL_EVP_UNSUPPORTED') {
    return certificateError(
      'PIX_CERTIFICATE_UNSUPPORTED',
      source,
      'is locked with a cipher that OpenSSL 3 no longer has: convert it with "openssl pkcs8 -topk8 -provider legacy -provider default".',
      error,
    );
  }
  return certificateError(
    'PIX_CERTIFICATE_PASSPHRASE_WRONG',
    source,
    "can't be decrypted: certificate.passphrase is wrong, or belongs to another key.",
    error,
  );
}

function notAKey(source: Source, cause?: unknown): Error {
  return certificateError(
    'PIX_CERTIFICATE_KEY_MISSING',
    source,
    'is not a private key: it must be PEM ("-----BEGIN PRIVATE KEY-----") or DER.',
    cause,
  );
}
