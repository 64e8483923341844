import type { Readable } from 'node:stream';
import {
  choose,
  listOf,
  must,
  objectOf,
  text,
  type OptionRule,
  type ReportProblem,
} from '../../options/index.js';

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

function isContent(value: unknown): boolean {
  return typeof value === 'string' || ArrayBuffer.isView(value);
}

const content = must('a path, PEM or base64 text, or a Buffer', isContent);

const members = objectOf<PixCertificateOptions>(
  {
    cert: content,
    key: content,
    pfx: must(
      'a path, base64 text, a Buffer or a stream',
      (value) => isContent(value) || isReadable(value),
    ),
    passphrase: text,
  },
  '{ cert, key } or { pfx, passphrase }',
);

/** Checks the type of the option `certificate`. */
export const certificateRule: OptionRule = (value, name, report) => {
  if (!members(value, name, report)) return false;
  checkForms(value as Record<string, unknown>, name, report);
  return true;
};

function checkForms(
  { pfx, cert, key }: Record<string, unknown>,
  name: string,
  report: ReportProblem,
): void {
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    report(`${name} requires either pfx, or cert and key`);
  }
}

const authorities = listOf('a list of certificates', content);

/** Checks the type of the option `ca`: authorities, at least one. */
export const caRule: OptionRule = choose(
  Array.isArray,
  (value, name, report) => {
    if ((value as readonly unknown[]).length > 0) return authorities(value, name, report);
    report(`${name} contains no certificate: omit it to trust the authorities of Node.js`);
    return false;
  },
  must('a path, PEM or base64 text, a Buffer, or a list of these', isContent),
);

/** Whether a value is a stream of Node.js. */
export function isReadable(value: unknown): value is Readable {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
