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
import { both } from '../language.js';
import { toShellWord } from '../shell-word.js';
import { certificateAdvice, type MaterialOrigin } from './certificate.advice.js';
import { failed, passed, skipped, warned, type Finding } from './finding.js';
import { describeUnexpected } from './run-check.js';

/** Result of reading certificate material. */
export interface Material<T> {
  readonly findings: readonly Finding[];
  /** Absent if it cannot be used. */
  readonly value?: T;
}

/** Checks files, passphrase, key, chain, dates and cipher of the client certificate. */
export async function checkCertificate(
  options: PixCertificateOptions | undefined,
  mutualTls?: boolean,
): Promise<Material<LoadedCertificate>> {
  if (options === undefined) {
    const [pt, en] =
      mutualTls === false
        ? (['não usado: PIX_MUTUAL_TLS=false', 'not used: PIX_MUTUAL_TLS=false'] as const)
        : (['nenhum certificado configurado', 'no certificate configured'] as const);
    const ids = ['files', 'key', 'chain', 'dates', 'cipher'] as const;
    return { findings: ids.map((id) => skipped(id, pt, en)) };
  }
  try {
    const value = await loadCertificate(options);
    const cipher = await checkCipher(options);
    return { value, findings: [...describeLoaded(value), cipher] };
  } catch (error) {
    return { findings: [await explain(error, options)] };
  }
}

/** Checks the authority of the bank's server. */
export async function checkCa(ca: PixCaOptions | undefined): Promise<Material<string[]>> {
  if (ca === undefined) {
    const text = [
      'as autoridades públicas do Node.js',
      'the public authorities of Node.js',
    ] as const;
    return { findings: [passed('ca', ...text)] };
  }
  try {
    const value = await loadCa(ca);
    const count = value.length;
    return {
      value,
      findings: [
        passed('ca', `certificados em PIX_CA: ${count}`, `certificates in PIX_CA: ${count}`),
      ],
    };
  } catch (error) {
    return { findings: [{ ...(await explain(error, { ca })), check: 'ca' }] };
  }
}

function describeLoaded(loaded: LoadedCertificate): Finding[] {
  const certificate = describeCertificate(loaded, Date.now());
  const { subject, issuer, notAfter, daysLeft, expiresSoon, fingerprint } = certificate;
  const day = notAfter.toISOString().slice(0, 10);
  const size = loaded.cert.split('-----BEGIN ').length - 1;
  return [
    passed(
      'files',
      `abertos: ${subject}; SHA-256 ${fingerprint}`,
      `opened: ${subject}; SHA-256 ${fingerprint}`,
    ),
    passed('key', 'pertence ao certificado', 'belongs to the certificate'),
    describeChain(loaded, size, issuer),
    expiresSoon
      ? warned(
          'dates',
          both(`expira em ${day} (dias: ${daysLeft})`, `expires on ${day} (days: ${daysLeft})`),
          both(
            'Peça o certificado seguinte ao banco agora. A aplicação troca os arquivos sem reiniciar.',
            'Request the next certificate from the bank now. The application changes the files without a restart.',
          ),
        )
      : passed(
          'dates',
          `válido até ${day} (dias: ${daysLeft})`,
          `valid until ${day} (days: ${daysLeft})`,
        ),
  ];
}

function describeChain({ cert }: LoadedCertificate, size: number, issuer: string): Finding {
  const isSelfSigned = size === 1 && isOwnIssuer(cert);
  if (size > 1 || isSelfSigned) {
    return passed('chain', `certificados enviados: ${size}`, `certificates sent: ${size}`);
  }
  return passed(
    'chain',
    `só o certificado é enviado; o banco precisa conhecer o emissor (${issuer})`,
    `only the certificate is sent; the bank must know its issuer (${issuer})`,
  );
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
async function checkCipher(options: PixCertificateOptions): Promise<Finding> {
  const bytes = await readBytes((options as { pfx?: unknown }).pfx);
  const found = bytes === undefined ? [] : findLegacyCiphers(bytes);
  if (found.length === 0) return passed('cipher', 'atual', 'current');
  const names = found.join(', ');
  const path = toPath((options as { pfx?: unknown }).pfx);
  const file =
    path === undefined ? both('<arquivo>', '<file>') : both(toShellWord(path), toShellWord(path));
  return warned(
    'cipher',
    both(
      `${names}: esta biblioteca lê o arquivo, mas o OpenSSL 3 e o curl o recusam`,
      `${names}: this library reads the file, but OpenSSL 3 and curl refuse it`,
    ),
    both(
      `Converta o arquivo:\nnpx nestjs-pix convert-p12 ${file.pt} --out certificado.p12`,
      `Convert the file:\nnpx nestjs-pix convert-p12 ${file.en} --out certificate.p12`,
    ),
  );
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

/** Recognizes PEM; a text with a certificate and a key is a certificate. */
function recognize(bytes: Buffer | undefined): MaterialOrigin['content'] {
  if (bytes?.includes('-----BEGIN CERTIFICATE-----') === true) return 'certificate';
  return bytes?.includes(' PRIVATE KEY-----') === true ? 'key' : undefined;
}

const VARIABLES: Readonly<Record<string, string>> = {
  'certificate.cert': 'PIX_CERT',
  'certificate.key': 'PIX_KEY',
  'certificate.pfx': 'PIX_PFX',
  ca: 'PIX_CA',
};

async function explain(error: unknown, options: object): Promise<Finding> {
  const advice = isCertificateError(error) ? certificateAdvice[error.errorCode] : undefined;
  if (!isCertificateError(error) || !advice) return describeUnexpected('files', error);
  const { option = '', file } = (error.details ?? {}) as { option?: string; file?: string };
  const variable = VARIABLES[option] ?? 'PIX_CERT';
  const values = options as Readonly<Record<string, unknown>>;
  const [cert, key] = [toPath(values.cert), toPath(values.key)];
  const origin: MaterialOrigin = {
    variable,
    file,
    content: recognize(await readBytes(values[option.replace('certificate.', '')])),
    pair: cert !== undefined && key !== undefined ? { cert, key } : undefined,
  };
  return failed(advice.check, advice.text(origin), advice.fix(origin));
}
