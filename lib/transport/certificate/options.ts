import type { Readable } from 'node:stream';

/**
 * The client certificate of mutual TLS.
 *
 * Text is PEM, base64 of PEM or DER, or the path of a file with PEM or DER. In an environment
 * variable, line breaks may be written out as `\n`. A Buffer holds PEM or DER.
 */
export interface PixPemCertificate {
  /** Certificate, with its intermediates in any order. */
  cert: string | Buffer;
  /** Private key; PKCS#8, PKCS#1 or SEC 1, encrypted or not. */
  key: string | Buffer;
  /** Passphrase of an encrypted key. */
  passphrase?: string | undefined;
}

/** The client certificate as a PKCS#12 file, those with the old RC2 and 3DES ciphers included. */
export interface PixPfxCertificate {
  /** Path, content as a Buffer or in base64, or a stream, which is read once. */
  pfx: string | Buffer | Readable;
  /** Password of the file; absent is the same as empty. */
  passphrase?: string | undefined;
}

export type PixCertificateOptions = PixPemCertificate | PixPfxCertificate;

/**
 * Authorities that may sign the provider's server certificate: path, PEM text, base64 of PEM or
 * DER, content as a Buffer, or a list of these. They replace the ones that come with Node, as in
 * `node:tls`. Verification itself can't be turned off.
 */
export type PixCaOptions = string | Buffer | readonly (string | Buffer)[];
