import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isCertificateError, type PixCaOptions, type PixCertificateOptions } from 'nestjs-pix';
import {
  contentOfText,
  describeCertificate,
  loadCa,
  loadCertificate,
  type LoadedCertificate,
} from 'nestjs-pix/internal';
import { toShellWord } from '../command.js';
import type { Advice } from '../report.js';
import type { DoctorTexts } from '../texts/doctor.en.js';
import {
  describeUnexpected,
  failed,
  passed,
  skipped,
  warned,
  type CheckFinding,
  type CheckId,
} from './finding.js';

/** Result of reading certificate material. */
interface Material<T> {
  readonly findings: readonly CheckFinding[];
  /** Absent if it cannot be used. */
  readonly value?: T;
}

const CERTIFICATE_CHECKS = ['files', 'key', 'chain', 'dates', 'cipher'] as const;

/** Checks files, passphrase, key, chain, dates and cipher of the client certificate. */
export async function checkCertificate(
  options: PixCertificateOptions | undefined,
  mutualTls: boolean | undefined,
  texts: DoctorTexts,
): Promise<Material<LoadedCertificate>> {
  const { unused, none } = texts.certificate;
  if (options === undefined) {
    const reason = mutualTls === false ? unused : none;
    return { findings: CERTIFICATE_CHECKS.map((id) => skipped(id, reason)) };
  }
  try {
    const value = await loadCertificate(options);
    const cipher = await checkCipher((options as { pfx?: unknown }).pfx, texts);
    return { value, findings: [...describeLoaded(value, texts), cipher] };
  } catch (error) {
    return { findings: [await explain(error, options, texts)] };
  }
}

/** Checks the authority of the bank's server. */
export async function checkCa(
  ca: PixCaOptions | undefined,
  texts: DoctorTexts,
): Promise<Material<string[]>> {
  const { publicAuthorities, authorities } = texts.certificate;
  if (ca === undefined) return { findings: [passed('ca', publicAuthorities)] };
  try {
    const value = await loadCa(ca);
    return { value, findings: [passed('ca', authorities(value.length))] };
  } catch (error) {
    return { findings: [{ ...(await explain(error, { ca }, texts)), check: 'ca' }] };
  }
}

function describeLoaded(
  loaded: LoadedCertificate,
  { certificate: texts }: DoctorTexts,
): CheckFinding[] {
  const { subject, issuer, notAfter, daysLeft, expiresSoon, fingerprint } = describeCertificate(
    loaded,
    Date.now(),
  );
  const day = notAfter.toISOString().slice(0, 10);
  const size = loaded.cert.split('-----BEGIN ').length - 1;
  const isWhole = size > 1 || isOwnIssuer(loaded.cert);
  return [
    passed('files', texts.opened(subject, fingerprint)),
    passed('key', texts.keyBelongs),
    passed('chain', isWhole ? texts.sent(size) : texts.alone(issuer)),
    expiresSoon
      ? warned('dates', texts.expiresSoon(day, daysLeft))
      : passed('dates', texts.validUntil(day, daysLeft)),
  ];
}

function isOwnIssuer(pem: string): boolean {
  const certificate = new X509Certificate(pem);
  return certificate.checkIssued(certificate);
}

/** The ciphers of PKCS#12 that OpenSSL 3 calls legacy: OID 1.2.840.113549.1.12.1, followed by one of these. */
const LEGACY_ARC = Buffer.from('060a2a864886f70d010c01', 'hex');
const LEGACY_CIPHERS: ReadonlyMap<number | undefined, string> = new Map([
  [1, 'RC4-128'],
  [2, 'RC4-40'],
  [3, '3DES'],
  [4, '2DES'],
  [5, 'RC2-128'],
  [6, 'RC2-40'],
]);

/** Finds ciphers that this library reads and other programs refuse. Their names are not encrypted. */
async function checkCipher(
  pfx: unknown,
  { certificate: texts }: DoctorTexts,
): Promise<CheckFinding> {
  const bytes = await readBytes(pfx);
  const found = bytes === undefined ? [] : findLegacyCiphers(bytes);
  if (found.length === 0) return passed('cipher', texts.currentCipher);
  const path = toPath(pfx);
  const file = path === undefined ? undefined : toShellWord(path);
  return warned('cipher', texts.legacyCipher(found.join(', '), file));
}

function findLegacyCiphers(bytes: Buffer): string[] {
  const found = new Set<string>();
  for (let at = bytes.indexOf(LEGACY_ARC); at >= 0; at = bytes.indexOf(LEGACY_ARC, at + 1)) {
    const name = LEGACY_CIPHERS.get(bytes[at + LEGACY_ARC.length]);
    if (name !== undefined) found.add(name);
  }
  return [...found];
}

/** Reads a path or base64 text; `undefined` if it cannot be read. */
async function readBytes(value: unknown): Promise<Buffer | undefined> {
  if (typeof value !== 'string') return undefined;
  const content = contentOfText(value);
  if (content) return content;
  try {
    const bytes = await readFile(value);
    return contentOfText(bytes.toString('latin1')) ?? bytes;
  } catch {
    return undefined;
  }
}

/** Returns the path of a file; `undefined` for content. */
function toPath(value: unknown): string | undefined {
  return typeof value === 'string' && contentOfText(value) === undefined ? value : undefined;
}

/** Where the material of a problem is. */
interface MaterialOrigin {
  readonly option: 'cert' | 'key' | 'pfx' | 'ca';
  /** The variable: `PIX_CERT`. */
  readonly variable: string;
  /**
   * The variable, with the path of its file. No command contains the variable: those of `--env` do not exist in the
   * shell of the user.
   */
  readonly where: string;
  /** The path as a word of a shell; absent if the variable contains the content itself. */
  readonly file?: string | undefined;
  /** The path as it is. */
  readonly path?: string | undefined;
  /** What the material is, if it can be recognized. */
  readonly content?: 'certificate' | 'key' | undefined;
  /** Paths of certificate and key, if both are files. */
  readonly pair?: { readonly cert: string; readonly key: string } | undefined;
}

async function explain(error: unknown, options: object, texts: DoctorTexts): Promise<CheckFinding> {
  const advise = isCertificateError(error) ? ADVICE[error.errorCode] : undefined;
  if (!isCertificateError(error) || !advise) return describeUnexpected('files', error, texts);
  const { option = '', file: path } = (error.details ?? {}) as { option?: string; file?: string };
  const name = option.replace('certificate.', '') as MaterialOrigin['option'];
  const variable = texts.v[name in texts.v ? name : 'cert'];
  const values = options as Readonly<Record<string, unknown>>;
  const [cert, key] = [toPath(values.cert), toPath(values.key)];
  const [check, advice] = advise(texts.certificate, {
    option: name,
    variable,
    where: path === undefined ? variable : `${variable}: ${path}`,
    file: path === undefined ? undefined : toShellWord(path),
    path,
    content: recognize(await readBytes(values[name])),
    pair: cert !== undefined && key !== undefined ? { cert, key } : undefined,
  });
  return failed(check, advice);
}

/** Recognizes PEM; a text with a certificate and a key is a certificate. */
function recognize(bytes: Buffer | undefined): MaterialOrigin['content'] {
  if (bytes?.includes('-----BEGIN CERTIFICATE-----') === true) return 'certificate';
  return bytes?.includes(' PRIVATE KEY-----') === true ? 'key' : undefined;
}

/** Explains a `CertificateError` to the user of the variables. */
type Advise = (
  texts: DoctorTexts['certificate'],
  origin: MaterialOrigin,
) => readonly [check: CheckId, advice: Advice];

const explainAbsent: Advise = (texts, { where, variable, file = '' }) => [
  'files',
  texts.absent(where, variable, file),
];

/** Explains content of another kind. */
const explainContent: Advise = (texts, { option, content, where, variable, file, path, pair }) => {
  if (content !== undefined && option === 'pfx') return ['files', texts.pemAsPfx(where, path)];
  if (content === 'key' && option === 'cert') {
    return ['files', { text: texts.isKey(where), fix: texts.swapped(pair) }];
  }
  if (content === 'certificate' && option === 'key') {
    return ['files', { text: texts.isCertificate(where), fix: texts.swapped(pair) }];
  }
  const fix = file === undefined ? texts.useContent(variable) : texts.lookAt(file);
  return ['files', { text: texts.otherContent(where), fix }];
};

const explainPassphrase: Advise = (texts, { option, where, variable, file }) => {
  const text = texts.wrongPassphrase(where);
  if (file === undefined) return ['files', { text, fix: texts.correctPassphrase(variable) }];
  const test =
    option === 'key'
      ? `openssl pkey -in ${file} -noout`
      : `openssl pkcs12 -in ${file} -noout -legacy`;
  return ['files', { text, fix: texts.testPassphrase(test) }];
};

const explainMismatch: Advise = (texts, { pair }) => {
  const commands = pair && [
    `openssl x509 -in ${toShellWord(pair.cert)} -noout -pubkey | openssl sha256`,
    `openssl pkey -in ${toShellWord(pair.key)} -pubout | openssl sha256`,
  ];
  return ['key', texts.mismatch(commands?.join('\n') ?? '')];
};

/** By the `errorCode` of a `CertificateError`. */
const ADVICE: Readonly<Record<string, Advise>> = {
  PIX_CERTIFICATE_NOT_FOUND: explainAbsent,
  PIX_CERTIFICATE_UNREADABLE: explainAbsent,
  PIX_CERTIFICATE_EMPTY: explainContent,
  PIX_CERTIFICATE_INVALID: explainContent,
  PIX_CERTIFICATE_MISSING: explainContent,
  PIX_CERTIFICATE_KEY_MISSING: explainContent,
  PIX_CERTIFICATE_PASSPHRASE_MISSING: (texts, { where }) => ['files', texts.noPassphrase(where)],
  PIX_CERTIFICATE_PASSPHRASE_WRONG: explainPassphrase,
  PIX_CERTIFICATE_KEY_MISMATCH: explainMismatch,
  PIX_CERTIFICATE_EXPIRED: (texts, { where }) => ['dates', texts.expired(where)],
  PIX_CERTIFICATE_NOT_YET_VALID: (texts, { where }) => ['dates', texts.notYetValid(where)],
  PIX_CERTIFICATE_UNSUPPORTED: (texts, { where }) => ['cipher', texts.unsupported(where)],
};
