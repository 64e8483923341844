import type { KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { certificateError, type Origin } from './certificate-problem.js';
import { chainFor } from './chain.js';
import { LoadedCertificate } from './loaded-certificate.js';
import type { PixCertificateOptions, PixPemCertificate, PixPfxCertificate } from './options.js';
import { readPkcs12 } from './pkcs12/read-pkcs12.js';
import { readCertificates } from './read-certificates.js';
import { readPrivateKey } from './read-private-key.js';
import { readSource } from './source.js';

/**
 * Reads, decrypts and validates a client certificate, so that problems appear at startup.
 *
 * @throws CertificateError naming the file and the solution; `errorCode` is the kind of problem
 */
export function loadCertificate(certificate: PixCertificateOptions): Promise<LoadedCertificate> {
  return isPfx(certificate) ? loadPkcs12(certificate) : loadPemPair(certificate);
}

function isPfx(certificate: PixCertificateOptions): certificate is PixPfxCertificate {
  return (certificate as Partial<PixPfxCertificate>).pfx !== undefined;
}

async function loadPemPair(options: PixPemCertificate): Promise<LoadedCertificate> {
  // One after the other: if both are missing, each load fails with the same error.
  const cert = await readSource(options.cert, 'certificate.cert');
  const key = await readSource(options.key, 'certificate.key');
  const certificates = readCertificates(cert);
  const privateKey = await readPrivateKey(key, options.passphrase);
  const chain = chainFor(privateKey, certificates);
  if (chain.length > 0) return check(chain, privateKey, cert);
  throw certificateError(
    'PIX_CERTIFICATE_KEY_MISMATCH',
    cert,
    `does not belong to the private key of ${key.file ?? 'certificate.key'}: use the key with which it was requested.`,
  );
}

async function loadPkcs12(options: PixPfxCertificate): Promise<LoadedCertificate> {
  const source = await readSource(options.pfx, 'certificate.pfx');
  const { keys, certificates } = await readPkcs12(source, options.passphrase);
  if (certificates.length === 0) {
    throw certificateError(
      'PIX_CERTIFICATE_MISSING',
      source,
      'contains no certificate: export it again with the certificate.',
    );
  }
  if (keys.length === 0) {
    throw certificateError(
      'PIX_CERTIFICATE_KEY_MISSING',
      source,
      'contains no private key: export it again with the private key.',
    );
  }
  for (const key of keys) {
    const chain = chainFor(key, certificates);
    if (chain.length > 0) return check(chain, key, source);
  }
  throw certificateError(
    'PIX_CERTIFICATE_KEY_MISMATCH',
    source,
    'contains a certificate and a private key that do not belong together: export it again.',
  );
}

function check(
  chain: readonly X509Certificate[],
  key: KeyObject,
  origin: Origin,
): LoadedCertificate {
  const [leaf] = chain as readonly [X509Certificate, ...X509Certificate[]];
  const loaded = new LoadedCertificate(leaf, chain, key);
  const now = Date.now();
  if (loaded.notAfter.getTime() < now) {
    throw certificateError(
      'PIX_CERTIFICATE_EXPIRED',
      origin,
      `expired on ${loaded.notAfter.toISOString()}: renew it and register the new one with the provider.`,
    );
  }
  if (loaded.notBefore.getTime() > now) {
    throw certificateError(
      'PIX_CERTIFICATE_NOT_YET_VALID',
      origin,
      `is valid only from ${loaded.notBefore.toISOString()}: check this machine's clock, or use the previous certificate until then.`,
    );
  }
  try {
    createSecureContext({ cert: loaded.cert, key: loaded.key });
  } catch (error) {
    throw certificateError(
      'PIX_CERTIFICATE_UNSUPPORTED',
      origin,
      'is refused by OpenSSL, most likely because its key or signature is too weak for TLS: request a new certificate.',
      error,
    );
  }
  return loaded;
}
