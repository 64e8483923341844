import type { Readable } from 'node:stream';

/**
 * The client certificate for mutual TLS.
 *
 * Text is PEM, base64 of PEM or DER, or the path of a file with PEM or DER. In an environment
 * variable, line breaks may be written as `\n`. A Buffer contains PEM or DER.
 */
export interface PixPemCertificate {
  /** The certificate, with its intermediates in any order. */
  cert: string | Buffer;
  /** The private key in PKCS#8, PKCS#1 or SEC 1, encrypted or not. */
  key: string | Buffer;
  /** The passphrase of an encrypted key. */
  passphrase?: string | undefined;
}

/** The client certificate as a PKCS#12 file, including files with the old RC2 and 3DES ciphers. */
export interface PixPfxCertificate {
  /** The path, the content as a Buffer or in base64, or a stream, which is read once. */
  pfx: string | Buffer | Readable;
  /** The password of the file. If absent: empty. */
  passphrase?: string | undefined;
}

export type PixCertificateOptions = PixPemCertificate | PixPfxCertificate;

/**
 * Authorities that may sign the provider's server certificate: path, PEM text, base64 of PEM or
 * DER, content as a Buffer, or a list of these. They replace the authorities of Node.js, as in
 * `node:tls`. Verification cannot be disabled.
 */
export type PixCaOptions = string | Buffer | readonly (string | Buffer)[];
