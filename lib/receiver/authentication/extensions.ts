import type { X509Certificate } from 'node:crypto';
import { readElements, type DerElement } from './der.js';

/** The DER tags in a certificate's extensions. */
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const OBJECT_IDENTIFIER = 0x06;
const SEQUENCE = 0x30;
/** `extensions [3]` of TBSCertificate (RFC 5280, section 4.1). */
const EXTENSIONS = 0xa3;

/** Object identifiers as DER content, in hexadecimal; `551d` is the arc 2.5.29. */
const KEY_USAGE = '551d0f';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const NAME_CONSTRAINTS = '551d1e';
const CERTIFICATE_POLICIES = '551d20';
const EXTENDED_KEY_USAGE = '551d25';

/**
 * The extensions that the chain check supports. Names in `subjectAltName` matter only for name
 * constraints, which are refused. Policies matter only to a verifier that requires one.
 */
const UNDERSTOOD = new Set([
  KEY_USAGE,
  SUBJECT_ALT_NAME,
  BASIC_CONSTRAINTS,
  CERTIFICATE_POLICIES,
  EXTENDED_KEY_USAGE,
]);

/**
 * The parts of a certificate's extensions that the chain check needs and Node.js does not expose.
 */
export interface CertificateExtensions {
  /**
   * How many intermediates may follow this authority; `Infinity` if the certificate sets no limit.
   */
  readonly pathLength: number;
  /**
   * Whether it has an extension that must be honored and is not supported: an unknown critical one,
   * or name constraints.
   */
  readonly hasUnsupported: boolean;
}

/**
 * Reads the extensions of a certificate (RFC 5280, section 4.2).
 *
 * @throws RangeError if they are malformed
 */
export function readExtensions(certificate: X509Certificate): CertificateExtensions {
  const [body] = readElements(only(certificate.raw, SEQUENCE).content);
  const field = readElements(body?.content ?? Buffer.alloc(0)).find(
    ({ tag }) => tag === EXTENSIONS,
  );
  const list = field ? readElements(only(field.content, SEQUENCE).content) : [];
  let pathLength = Infinity;
  let hasUnsupported = false;
  for (const { id, critical, value } of list.map(readExtension)) {
    if (id === BASIC_CONSTRAINTS) pathLength = readPathLength(value);
    if (id === NAME_CONSTRAINTS || (critical && !UNDERSTOOD.has(id))) hasUnsupported = true;
  }
  return { pathLength, hasUnsupported };
}

function readExtension({ content }: DerElement) {
  const parts = readElements(content);
  const [id, flag] = parts;
  if (id?.tag !== OBJECT_IDENTIFIER) throw new RangeError('not an extension');
  const { content: value } = parts.at(-1) ?? id;
  return {
    id: id.content.toString('hex'),
    critical: flag?.tag === BOOLEAN && flag.content[0] !== 0,
    value,
  };
}

function readPathLength(value: Buffer): number {
  const limit = readElements(only(value, SEQUENCE).content).find(({ tag }) => tag === INTEGER);
  if (!limit) return Infinity;
  // A negative number is forbidden by the standard and permits no intermediates.
  const { content } = limit;
  if (content.length === 0 || content.length > 4) throw new RangeError('not a path length');
  return Math.max(content.readIntBE(0, content.length), -1);
}

function only(bytes: Buffer, tag: number): DerElement {
  const [element] = readElements(bytes);
  if (element?.tag !== tag) throw new RangeError('not a DER-encoded certificate');
  return element;
}
