import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { DAY_MS, MINUTE_MS } from 'nestjs-pix/internal';

/** Kinds of keys: `ec` is P-256, created in a millisecond; `rsa` has 2048 bits, as those that banks issue. */
export const KEY_KINDS = ['ec', 'rsa'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export interface IssueOptions {
  /** Common name of the subject. */
  commonName?: string;
  /** Start of validity. Default: five minutes ago, to tolerate clock skew. */
  notBefore?: Date;
  /** End of validity. Default: in 365 days. */
  notAfter?: Date;
  /** Kind of the key. Default: `ec`. */
  key?: KeyKind;
}

export interface IssueServerOptions extends IssueOptions {
  /** DNS names and IP addresses of the server. Default: `localhost`, `127.0.0.1` and `::1`. */
  names?: readonly string[];
}

/**
 * A certificate authority that is created at run time. Its own key is ECDSA P-256. The simulator has its own authority. Create an
 * unrelated one to test that a certificate is refused.
 *
 * Validity follows the machine's clock, not the simulator's: TLS peers verify certificates by the machine's clock.
 */
export class CertificateAuthority {
  private constructor(
    /** The authority's certificate as PEM text, for the `ca` option of a peer. */
    readonly certificate: string,
    private readonly commonName: string,
    private readonly key: KeyObject,
  ) {}

  static async create(commonName = 'nestjs-pix simulator CA'): Promise<CertificateAuthority> {
    const key = await generateKey();
    const certificate = issue({
      subject: commonName,
      key,
      issuer: commonName,
      signer: key,
      validity: validity({}, 10 * 365 * DAY_MS),
      extensions: [
        extension(BASIC_CONSTRAINTS, sequence(boolean(true), integer(0)), true),
        extension(KEY_USAGE, bits(Buffer.from([CERTIFICATES_AND_LISTS]), 1), true),
        extension(SUBJECT_KEY, octets(identifyKey(key))),
      ],
    });
    return new CertificateAuthority(certificate, commonName, key);
  }

  /** Restores an authority from the certificate and key that {@link export} returned. */
  static async restore({ cert, key }: PemCertificate): Promise<CertificateAuthority> {
    const [, commonName = ''] = /^CN=(.*)$/m.exec(new X509Certificate(cert).subject) ?? [];
    return Promise.resolve(new CertificateAuthority(cert, commonName, createPrivateKey(key)));
  }

  /** Returns the certificate and the private key. Store them where only their owner can read them. */
  async export(): Promise<PemCertificate> {
    return Promise.resolve({ cert: this.certificate, key: toKeyPem(this.key) });
  }

  /** Issues a certificate for an HTTPS listener, such as a webhook receiver. */
  issueServer(options: IssueServerOptions = {}): Promise<PemCertificate> {
    const names = options.names ?? ['localhost', '127.0.0.1', '::1'];
    return this.#issue(options, options.commonName ?? names[0] ?? 'localhost', [
      extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER))),
      extension(ALTERNATIVE_NAMES, sequence(...names.map(toGeneralName))),
    ]);
  }

  /** Issues a client certificate for mutual TLS. */
  issueClient(options: IssueOptions = {}): Promise<PemCertificate> {
    return this.#issue(options, options.commonName ?? 'nestjs-pix client', [
      extension(EXTENDED_KEY_USAGE, sequence(oid(CLIENT))),
    ]);
  }

  /** Issues a certificate whose key signs documents, such as payloads. */
  issueSigner(options: IssueOptions = {}): Promise<PemCertificate> {
    return this.#issue(options, options.commonName ?? 'nestjs-pix simulator signer', []);
  }

  async #issue(
    options: IssueOptions,
    commonName: string,
    extensions: readonly Buffer[],
  ): Promise<PemCertificate> {
    const key = await generateKey(options.key);
    const cert = issue({
      subject: commonName,
      key,
      issuer: this.commonName,
      signer: this.key,
      validity: validity(options, 365 * DAY_MS),
      extensions: [
        extension(BASIC_CONSTRAINTS, sequence(), true),
        extension(KEY_USAGE, bits(Buffer.from([SIGNATURES]), 7), true),
        extension(SUBJECT_KEY, octets(identifyKey(key))),
        extension(AUTHORITY_KEY, sequence(der(0x80, identifyKey(this.key)))),
        ...extensions,
      ],
    });
    return { cert, key: toKeyPem(key) };
  }
}

const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
const SUBJECT_KEY = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const ALTERNATIVE_NAMES = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const AUTHORITY_KEY = '2.5.29.35';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER = '1.3.6.1.5.5.7.3.1';
const CLIENT = '1.3.6.1.5.5.7.3.2';

/** Key usages (RFC 5280, section 4.2.1.3). */
const SIGNATURES = 0x80;
const CERTIFICATES_AND_LISTS = 0x06;

interface CertificateContent {
  readonly subject: string;
  readonly key: KeyObject;
  readonly issuer: string;
  readonly signer: KeyObject;
  readonly validity: Buffer;
  readonly extensions: readonly Buffer[];
}

/** Builds and signs a certificate (RFC 5280, section 4.1). @returns PEM text */
function issue({ subject, key, issuer, signer, validity, extensions }: CertificateContent): string {
  const algorithm = sequence(oid(ECDSA_SHA256));
  const content = sequence(
    tagged(0, integer(2)),
    der(0x02, serialNumber()),
    algorithm,
    toName(issuer),
    validity,
    toName(subject),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions)),
  );
  const certificate = sequence(content, algorithm, bits(sign('sha256', content, signer)));
  // It ends with a newline (RFC 7468), so that PEM files can be concatenated.
  return new X509Certificate(certificate).toString();
}

const generatePair = promisify(generateKeyPair);

async function generateKey(kind: KeyKind = 'ec'): Promise<KeyObject> {
  const { privateKey } =
    kind === 'rsa'
      ? await generatePair('rsa', { modulusLength: 2048 })
      : await generatePair('ec', { namedCurve: 'P-256' });
  return privateKey;
}

function toKeyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Identifies a key by the hash of its point or number (RFC 5280, section 4.2.1.2). */
function identifyKey(key: KeyObject): Buffer {
  const hash = createHash('sha1');
  const publicKey = createPublicKey(key);
  if (key.asymmetricKeyType === 'rsa')
    return hash.update(publicKey.export({ type: 'pkcs1', format: 'der' })).digest();
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return hash.update(Buffer.concat(point)).digest();
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value));
}

function toName(commonName: string): Buffer {
  return sequence(
    set(sequence(oid(COMMON_NAME), utf8(commonName))),
    set(sequence(oid(ORGANIZATION), utf8('nestjs-pix simulator'))),
  );
}

function validity(options: IssueOptions, lifetime: number): Buffer {
  return sequence(
    time(options.notBefore ?? new Date(Date.now() - 5 * MINUTE_MS)),
    time(options.notAfter ?? new Date(Date.now() + lifetime)),
  );
}

function toGeneralName(name: string): Buffer {
  return isIP(name) === 0 ? der(0x82, Buffer.from(name)) : der(0x87, toAddressBytes(name));
}

/** The 4 or 16 bytes of an IP address. */
function toAddressBytes(name: string): Buffer {
  if (isIP(name) === 4) return Buffer.from(name.split('.').map(Number));
  const [head = '', tail] = new URL(`http://[${name}]`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  const hex = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join('');
  return Buffer.from(hex, 'hex');
}

/** Generates a serial number: positive, at most 20 octets, unpredictable (RFC 5280, section 4.1.2.2). */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

/** Encodes an element of DER (X.690) from its tag and the parts of its content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length.toString(16);
  const length = Buffer.from(size.padStart(size.length + (size.length % 2), '0'), 'hex');
  const prefix = content.length < 0x80 ? [] : [0x80 | length.length];
  return Buffer.concat([Buffer.from([tag, ...prefix]), length, content]);
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
export const octets = (bytes: Uint8Array) => der(0x04, bytes);
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const boolean = (value: boolean) => der(0x01, Buffer.from([value ? 0xff : 0]));

/** An element of a structure, with the tag `[number]`. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]) =>
  der(0xa0 | number, ...parts);

/** A bit string, of which the last bits are unused. */
const bits = (bytes: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), bytes);

/** A number of 0 to 32767. */
export const integer = (value: number) =>
  der(0x02, Buffer.from(value < 0x80 ? [value] : [value >> 8, value & 0xff]));

/** An object identifier in dotted form. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...arcs] = text.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...arcs.flatMap(toBase128)]));
}

function toBase128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let rest = arc >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** An instant, with the type that RFC 5280 requires for its year. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  const year = date.getUTCFullYear();
  const isUtc = year >= 1950 && year < 2050;
  return der(isUtc ? 0x17 : 0x18, Buffer.from(isUtc ? digits.slice(2) : digits));
}

/** A certificate and its private key as PEM text, as `node:tls` and the library's `certificate` option expect them. */
export interface PemCertificate {
  cert: string;
  key: string;
}
