import type { Readable } from 'node:stream';

/**
 * The client certificate of mutual TLS (interface.md, Authentication 2).
 *
 * Text is taken as PEM when it holds a PEM block and as a path otherwise; PEM from an environment
 * variable may have `\n` written out. DER is read too.
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
  /** Path, content, stream, or the content in base64. A stream is read once. */
  pfx: string | Buffer | Readable;
  /** Password of the file; absent is the same as empty. */
  passphrase?: string | undefined;
}

export type PixCertificateOptions = PixPemCertificate | PixPfxCertificate;

/**
 * Authorities that may sign the provider's server certificate: path, PEM text, content, or a list
 * of them. They stand in for the ones that come with Node, as in `node:tls`; verification itself
 * can't be turned off.
 */
export type PixCaOptions = string | Buffer | readonly (string | Buffer)[];
