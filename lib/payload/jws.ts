// The payload of a location: its signature, its keys, and what it contains.

import { createHash, createPublicKey, type JsonWebKey, X509Certificate } from 'node:crypto';
import type { JWK } from 'jose';
import type { CobPayload, CobVPayload, RecPayload } from '../contract/index.js';
import {
  errorFromResponse,
  isObject,
  parseObject,
  PixRespostaInvalidaError,
} from '../errors/index.js';
import { MINUTE_MS, remember } from '../runtime/index.js';
import type { PixHttp } from '../transport/index.js';
import { getText, type TextRequest } from './location.js';

/** A payload with its kind: an immediate charge, a due-date charge or a recurrence. */
export type PixPayloadContent =
  | { kind: 'cob'; payload: CobPayload }
  | { kind: 'cobv'; payload: CobVPayload }
  | { kind: 'rec'; payload: RecPayload };

/** Header of a payload's JWS (RFC 7515, 4.1); additional fields are kept. */
export interface PixPayloadHeader {
  /** Signature algorithm: RS, PS or ES with SHA-256, 384 or 512. */
  alg: string;
  /** Identifier of the key in the key set. */
  kid: string;
  /** Address of the key set. */
  jku?: string;
  /** SHA-1 thumbprint of the key's certificate, base64url. */
  x5t?: string;
  /** SHA-256 thumbprint of the key's certificate, base64url. */
  'x5t#S256'?: string;
  [name: string]: unknown;
}

/** A payload whose signature was verified. */
export type VerifiedPixPayload = PixPayloadContent & { header: PixPayloadHeader };

/** The payload behind a location. */
export type PixPayload = VerifiedPixPayload & {
  /**
   * The location in the form of a charge's field, without scheme. It gives access to the payload.
   */
  location: string;
};

/** A public key of a key set (RFC 7517). */
export type PixJwk = Readonly<Record<string, unknown>>;

/** Decoders of base64url skip blanks, line breaks and padding, which it excludes. */
export const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Verifies the JWS of a payload with known keys and parses it. Does not follow `jku` and does not
 * compare it with a host; `PixPayloadService` does both.
 *
 * @param jws compact serialization (RFC 7515, 7.1)
 * @param set a JWK set (RFC 7517, 5) that contains the key with the header's `kid`
 * @throws PixRespostaInvalidaError if the signature cannot be trusted, or the content is not a
 * payload
 */
export async function verifyPayloadJws(
  jws: string,
  set: { readonly keys: readonly PixJwk[] },
): Promise<VerifiedPixPayload> {
  if (!COMPACT_JWS.test(jws)) throw untrusted('It is not a compact JWS.', {});
  const header = await readHeader(jws, {});
  const keys = isObject(set) && Array.isArray(set.keys) ? set.keys.filter(isObject) : [];
  return verifyWith(requireKey(findKey(keys, header), {}), jws, header, {});
}

/**
 * Finds the only key that matches a header's `kid` and `alg`; `undefined` if there is none or more
 * than one.
 */
function findKey(keys: readonly PixJwk[], { kid, alg }: PixPayloadHeader): PixJwk | undefined {
  const [key, ...others] = keys.filter(
    (jwk) => jwk.kid === kid && (jwk.alg === undefined || jwk.alg === alg),
  );
  return others.length === 0 ? key : undefined;
}

export function requireKey(key: PixJwk | undefined, source: JwsSource): PixJwk {
  if (!key)
    throw untrusted('The key set does not have exactly one key for its kid and alg.', source);
  return key;
}

export async function verifyWith(
  key: PixJwk,
  jws: string,
  header: PixPayloadHeader,
  source: JwsSource,
): Promise<VerifiedPixPayload> {
  checkCertificate(header, key, source);
  const text = await verifiedText(key, jws, source);
  const payload = parseObject(text);
  const content = payload && readContent(payload);
  if (!content) {
    const detail = 'The signed content is not a JSON object with a txid or an idRec.';
    throw invalidPayload('Invalid payload', detail, source);
  }
  return { ...content, header };
}

async function verifiedText(key: PixJwk, jws: string, source: JwsSource): Promise<string> {
  const { compactVerify } = await import('jose');
  try {
    const { payload } = await compactVerify(jws, key as JWK, { algorithms: ALGORITHMS });
    return new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch (cause) {
    throw untrusted('The signature does not match, or its key is unsuitable.', source, cause);
  }
}

/**
 * The algorithms of RFC 7518 with a public key. Excludes `none` and HMAC, which would allow
 * forgery.
 */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512'.split(' ');

/** Parses the header of a compact JWS, before its verification. */
export async function readHeader(jws: string, source: JwsSource): Promise<PixPayloadHeader> {
  const header = await decode(jws, source);
  const { alg, kid, crit } = header;
  if (!ALGORITHMS.includes(alg as string)) {
    throw untrusted(`Its algorithm is not one of ${ALGORITHMS.join(', ')}.`, source);
  }
  if (typeof kid !== 'string' || kid === '') throw untrusted('Its header has no kid.', source);
  if (crit !== undefined) {
    throw untrusted('Its header requires extensions (crit) that are not supported.', source);
  }
  return header as PixPayloadHeader;
}

async function decode(jws: string, source: JwsSource): Promise<Record<string, unknown>> {
  // Most applications fetch no payload: its package is loaded on first use.
  const { decodeProtectedHeader } = await import('jose');
  try {
    return decodeProtectedHeader(jws);
  } catch (cause) {
    throw untrusted('Its header cannot be read.', source, cause);
  }
}

/**
 * Returns the address of the key set: https, on the host of the location (BCB, Manual de Segurança
 * do Pix, QR Codes dinâmicos). Keys of another host could sign anything.
 */
export function keySetAddress(header: PixPayloadHeader, location: URL, source: JwsSource): URL {
  const jku: unknown = header.jku;
  const address = typeof jku === 'string' && URL.canParse(jku) ? new URL(jku) : undefined;
  if (address?.origin !== location.origin || address.username !== '' || address.password !== '') {
    throw untrusted('Its jku is not an https address on the host of the location.', source);
  }
  return address;
}

const THUMBPRINTS = [
  ['x5t', 'sha1'],
  ['x5t#S256', 'sha256'],
] as const;

/**
 * Verifies a key's certificates, if it has them (`x5c`; RFC 7517, 4.7): the first must contain that
 * key, and all must be valid today. A certificate that the header names (`x5t`, `x5t#S256`) must be
 * the first one. The authority is not verified: the key is trusted for the host that serves it over
 * TLS.
 */
function checkCertificate(header: PixPayloadHeader, jwk: PixJwk, source: JwsSource): void {
  const chain = parseChain(jwk, source);
  const [leaf] = chain;
  if (leaf) checkChain(chain, leaf, jwk, source);
  for (const [name, algorithm] of THUMBPRINTS) {
    const named: unknown = header[name];
    if (named === undefined) continue;
    const actual = leaf
      ? createHash(algorithm).update(leaf.raw).digest()
      : decodeThumbprint(jwk[name]);
    if (!actual || !decodeThumbprint(named)?.equals(actual)) {
      throw untrusted(`Its ${name} is not the thumbprint of the key's certificate.`, source);
    }
  }
}

function parseChain({ x5c = [] }: PixJwk, source: JwsSource): X509Certificate[] {
  try {
    return (x5c as readonly string[]).map((der) => new X509Certificate(Buffer.from(der, 'base64')));
  } catch (cause) {
    throw untrusted("The key's x5c is not a list of certificates.", source, cause);
  }
}

function checkChain(
  chain: readonly X509Certificate[],
  leaf: X509Certificate,
  jwk: PixJwk,
  source: JwsSource,
): void {
  if (!hasKey(leaf, jwk)) {
    throw untrusted("The key's first certificate (x5c) contains another key.", source);
  }
  const now = Date.now();
  const inTime = ({ validFrom, validTo }: X509Certificate) =>
    Date.parse(validFrom) <= now && now <= Date.parse(validTo);
  if (!chain.every(inTime)) {
    throw untrusted('A certificate of the key (x5c) has expired or is not yet valid.', source);
  }
}

function hasKey({ publicKey }: X509Certificate, jwk: PixJwk): boolean {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).equals(publicKey);
  } catch {
    return false;
  }
}

/** Decodes base64url, or base64 with padding, which some providers use. */
function decodeThumbprint(thumbprint: unknown): Buffer | undefined {
  return typeof thumbprint === 'string' ? Buffer.from(thumbprint, 'base64url') : undefined;
}

/**
 * Detects the kind of a verified payload by the fields that the specification requires. The path of
 * the location is not used, because providers choose it. Returns `undefined` for any other payload.
 */
function readContent(payload: Record<string, unknown>): PixPayloadContent | undefined {
  const { txid, idRec, calendario } = payload;
  if (typeof txid !== 'string' && typeof idRec !== 'string') return undefined;
  const isDue = isObject(calendario) && typeof calendario.dataDeVencimento === 'string';
  const kind = isDue ? 'cobv' : 'cob';
  // Beyond its kind, its fields are typed without validation: the provider has signed them.
  return { kind: typeof txid === 'string' ? kind : 'rec', payload } as object as PixPayloadContent;
}

/** The response that contained a JWS; empty if there was none. */
export interface JwsSource {
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly contentType?: string | undefined;
}

/** Builds the error of a response that cannot be trusted. */
function untrusted(detail: string, source: JwsSource, cause?: unknown) {
  return invalidPayload('Untrusted payload signature', detail, source, cause);
}

/** Builds the error of a response that is not a payload. */
export function invalidPayload(title: string, detail: string, source: JwsSource, cause?: unknown) {
  const { operation, status, contentType } = source;
  return new PixRespostaInvalidaError({ title, detail, status, contentType }, { operation, cause });
}

/** The key sets that locations name. */

const CACHE_MS = 10 * MINUTE_MS;

/** Codes can name any host: without a limit they could fill the memory. */
const MAX_CACHED = 100;

/** Caches key sets by address. */
export class KeySets {
  readonly #cached = new Map<
    string,
    { readonly keys: readonly PixJwk[]; readonly until: number }
  >();

  /**
   * Finds the key that a header names. If a cached set does not contain it, the set is read again,
   * because providers add keys before they use them.
   */
  async find(
    address: string,
    header: PixPayloadHeader,
    load: () => Promise<readonly PixJwk[]>,
  ): Promise<PixJwk | undefined> {
    const cached = this.#cached.get(address);
    const known = cached && Date.now() < cached.until ? findKey(cached.keys, header) : undefined;
    if (known) return known;
    const keys = await load();
    remember(this.#cached, address, { keys, until: Date.now() + CACHE_MS }, MAX_CACHED);
    return findKey(keys, header);
  }
}

const OPERATION = 'GET {jku}';

/** Reads a key set with the same limits as payloads. */
export async function loadKeys(
  http: PixHttp,
  request: Pick<TextRequest, 'address' | 'timeout' | 'signal'>,
): Promise<readonly PixJwk[]> {
  const response = await getText(http, {
    ...request,
    accept: 'application/jwk-set+json, application/json;q=0.9',
    operation: OPERATION,
  });
  // A failing host may recover. Other errors concern the key set, so they must not look like the
  // charge's 404.
  if (response.status >= 500) throw errorFromResponse(response, { operation: OPERATION });
  const keys = response.status === 200 ? parseObject(response.body)?.keys : undefined;
  if (!Array.isArray(keys)) {
    const source = { ...response, operation: OPERATION };
    throw untrusted(`Its jku returned ${response.status} without a key set.`, source);
  }
  return keys.filter(isObject);
}
