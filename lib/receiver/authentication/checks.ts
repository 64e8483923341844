// The checks of a delivery: certificate, secret and address.

import { hash, timingSafeEqual, type X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { holdAccountSecrets, type SecretScope } from '../../errors/index.js';
import type { OptionChecker } from '../../options/index.js';
import {
  findSecretParameter,
  type PixCertificateSource,
  type PixWebhookAuthentication,
  type PixWebhookClientCertificate,
  type PixWebhookMtls,
  type PixWebhookProxyVerdict,
} from './authentication.options.js';
import { type CertificateChain, SignatureChecks } from './certificate-chain.js';
import { connectionCertificate, headerCertificate, isChain, onlyHeader } from './certificates.js';

/** The caller, as described by the connection and the trusted proxies. */
export interface Caller {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  /** The caller's address: the last one in front of the trusted proxies. */
  readonly address: string;
  /** Whether the connection comes from a trusted proxy. */
  readonly throughProxy: boolean;
}

export function describeCaller(
  request: IncomingMessage,
  query: URLSearchParams,
  trustedProxies: AddressList,
): Caller {
  const connection = plainAddress(request.socket.remoteAddress ?? '');
  const throughProxy = trustedProxies.has(connection);
  return {
    request,
    query,
    throughProxy,
    address: throughProxy ? forwardedFor(request, connection, trustedProxies) : connection,
  };
}

/**
 * Returns the address of the caller behind the trusted proxies. Each proxy appends the address it
 * received the request from, so the list is read from its end. Entries in front of the first
 * untrusted address may be forged and are ignored.
 */
function forwardedFor(request: IncomingMessage, connection: string, trusted: AddressList): string {
  const header = request.headers['x-forwarded-for'] ?? '';
  const hops = String(header)
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
    .map(plainAddress);
  return hops.findLast((hop) => !trusted.has(hop)) ?? hops[0] ?? connection;
}

/**
 * One authentication check. Returns why the caller is refused (for the log only), or `undefined`.
 */
export type Check = (caller: Caller) => string | undefined;

/**
 * The minimum length of a secret. Callers can guess without limit; 16 characters of base64 are 96
 * bits.
 */
const MIN_SECRET = 16;

/** The parts of the authentication; a caller must satisfy each of them. */
type AuthenticationParts = Pick<PixWebhookAuthentication, 'mtls' | 'secret' | 'allowedIps'>;

/** The options that a chain is verified with. */
export type ChainSources = Pick<PixWebhookClientCertificate, 'ca' | 'crl'>;

export interface CheckContext {
  /** Whether `trustedProxies` is configured. */
  readonly hasProxies: boolean;
  /** Whether it contains everybody. */
  readonly trustsEverybody: boolean;
  /** Builds the chain check of an authority. */
  readonly getChain: (sources: ChainSources) => CertificateChain;
  /** The tenant whose checks they are. */
  readonly scope?: SecretScope | undefined;
}

/**
 * Creates the configured checks, the cheapest first. A part that is present and empty, for example
 * because an environment variable is missing, is reported as a problem and never skipped without an
 * error.
 *
 * @throws CertificateError if `mtls.ca` cannot be read
 */
export function createChecks(
  options: AuthenticationParts,
  checker: OptionChecker,
  { hasProxies, trustsEverybody, getChain, scope }: CheckContext,
): Check[] {
  const checks: Check[] = [];
  const { mtls, secret, allowedIps } = options;
  for (const part of ['mtls', 'secret', 'allowedIps'] as const) {
    if (part in options) requireGiven(`authentication.${part}`, options[part], checker);
  }
  if (isGiven(allowedIps)) {
    checker.require(allowedIps.length > 0, 'authentication.allowedIps is empty');
    checker.require(!trustsEverybody, describeForgery('allowedIps'));
    const list = toAddressList('allowedIps', allowedIps, checker);
    checks.push(({ address }) => (list.has(address) ? undefined : 'the address is not allowed'));
  }
  if (isGiven(secret)) checks.push(createSecretCheck(secret, checker, scope));
  if (isGiven(mtls)) {
    checker.require(
      mtls.header === undefined || hasProxies,
      'authentication.mtls.header needs authentication.trustedProxies',
    );
    checker.require(mtls.header === undefined || !trustsEverybody, describeForgery('mtls.header'));
    checker.require(mtls.header !== '', 'authentication.mtls.header is empty');
    const check = createMtlsCheck(mtls, checker, getChain);
    if (check) checks.push(check);
  }
  return checks;
}

// Untyped configuration may contain null.
function isGiven<T>(part: T): part is NonNullable<T> {
  return part !== undefined && part !== null;
}

function isBlank(part: unknown): boolean {
  return part === '' || (Array.isArray(part) && part.length === 0);
}

function requireGiven(name: string, value: unknown, checker: OptionChecker): void {
  if (isGiven(value)) return;
  checker.add(`${name} is ${String(value)}: set a value or omit it`);
}

function createSecretCheck(
  secret: NonNullable<PixWebhookAuthentication['secret']>,
  checker: OptionChecker,
  scope: SecretScope | undefined,
): Check {
  const { value, ...place } =
    typeof secret === 'object' && 'value' in secret ? secret : { value: secret };
  const secrets = [value].flat() as unknown[];
  const isText = (each: unknown): each is string => typeof each === 'string' && each !== '';
  if (secrets.length === 0 || !secrets.every(isText)) {
    checker.add('authentication.secret must be one or more non-empty strings');
  } else if (secrets.some((each) => each.length < MIN_SECRET)) {
    checker.add(
      `authentication.secret is too short: use at least ${MIN_SECRET} random characters, for example the output of ` +
        `\`node -p "crypto.randomBytes(24).toString('base64url')"\` `,
    );
  }
  checker.require(place.parameter !== '', 'authentication.secret.parameter is empty');
  checker.require(
    place.in !== 'basic' || place.parameter === undefined,
    'authentication.secret has parameter, which names a part of the query, and also in: "basic": keep one of them',
  );
  const parameter = findSecretParameter({ secret });
  const read: SecretReader =
    parameter === undefined ? readPassword : ({ query }) => query.getAll(parameter);
  return secretCheck(secrets.filter(isText), read, scope);
}

function createMtlsCheck(
  mtls: PixWebhookMtls,
  checker: OptionChecker,
  getChain: CheckContext['getChain'],
): Check | undefined {
  if ('value' in mtls) {
    checker.require(
      !('ca' in mtls) && !('subject' in mtls) && !('crl' in mtls),
      'authentication.mtls has value, which a proxy reports, and also ca, crl or subject: keep one of them',
    );
    if (mtls.value && mtls.header) return verdictCheck(mtls);
    checker.add('authentication.mtls needs both header and value, or ca');
    return undefined;
  }
  const given = (['subject', 'crl'] as const).filter((part) => part in mtls);
  for (const part of given) {
    requireGiven(`authentication.mtls.${part}`, mtls[part], checker);
    checker.require(!isBlank(mtls[part]), `authentication.mtls.${part} is empty`);
  }
  if (given.some((part) => !isGiven(mtls[part]) || isBlank(mtls[part]))) return undefined;
  // Untyped configuration may omit it.
  const ca = mtls.ca as PixCertificateSource | null | undefined;
  if (isGiven(ca) && ca.length > 0) return certificateCheck(mtls, getChain(mtls));
  checker.add('authentication.mtls.ca is missing or empty');
  return undefined;
}

/** Parses a list of addresses. An invalid entry is reported and omitted. */
export function toAddressList(
  name: string,
  entries: readonly string[],
  checker: OptionChecker,
): AddressList {
  const good = entries.filter((entry) => {
    try {
      return new AddressList([entry]);
    } catch {
      checker.add(
        `authentication.${name}: ${quoteAddress(entry)} is not an IP address or a network in CIDR notation`,
      );
      return false;
    }
  });
  return new AddressList(good);
}

/**
 * Quotes an entry if it is too short for a secret or looks like a mistyped address. Any other text
 * may be a misplaced secret and is not shown.
 */
function quoteAddress(entry: unknown): string {
  const isHarmless =
    typeof entry === 'string' &&
    (entry.length < MIN_SECRET || /^[\da-f]{0,4}[.:][\da-f.:/]{1,48}$/i.test(entry));
  return isHarmless ? JSON.stringify(entry) : 'an entry';
}

function describeForgery(option: string): string {
  return (
    `authentication.${option} could be forged by anyone, because authentication.trustedProxies contains every address: ` +
    'list the addresses of your own proxies'
  );
}

type SecretReader = (caller: Caller) => readonly string[];

/** Reads the password of Basic credentials (RFC 7617). */
function readPassword({ request }: Caller): readonly string[] {
  const header = onlyHeader(request, 'authorization') ?? '';
  const [, credentials] = /^Basic ([\w+/=-]+)$/i.exec(header) ?? [];
  if (credentials === undefined) return [];
  const text = Buffer.from(credentials, 'base64').toString();
  return [text.slice(text.indexOf(':') + 1)];
}

/**
 * Compares the digests of all secrets, so that the response time reveals neither the length, nor
 * the similarity, nor which secret matched.
 */
function secretCheck(
  secrets: readonly string[],
  read: SecretReader,
  scope: SecretScope | undefined,
): Check {
  const accepted = secrets.map(digest);
  const check: Check = (caller) => {
    const given = read(caller);
    if (given.length !== 1) return given.length === 0 ? 'no secret' : 'more than one secret';
    const candidate = digest(given[0] ?? '');
    const matches = accepted.filter((secret) => timingSafeEqual(secret, candidate));
    return matches.length > 0 ? undefined : 'wrong secret';
  };
  // An error of the application may quote the requested address, whatever the parameter's name.
  holdAccountSecrets(scope, check, ...secrets);
  return check;
}

/**
 * Treats a plus sign as itself, because providers repeat the registered query as text. A query that
 * is parsed as a form has a space in its place.
 */
function digest(text: string): Buffer {
  return hash('sha256', text.replaceAll('+', ' '), 'buffer');
}

const NO_PROXY = 'not from a trusted proxy';

function certificateCheck(
  { subject, header }: Pick<PixWebhookClientCertificate, 'subject' | 'header'>,
  chain: CertificateChain,
): Check {
  const isPinned = subjectPin(subject);
  return ({ request, throughProxy }) => {
    if (header !== undefined && !throughProxy) return NO_PROXY;
    const checks = new SignatureChecks();
    const presented =
      header === undefined ? connectionCertificate(request) : headerCertificate(request, header);
    if (!presented) return 'no client certificate';
    const refusal = chain.refusal(presented.leaf, presented.intermediates, checks);
    if (refusal !== undefined) return refusal;
    if (header !== undefined && !isChain(presented, checks)) {
      return 'the certificates in the header are not one chain';
    }
    return isPinned(presented.leaf) ? undefined : 'the client certificate has another subject';
  };
}

function verdictCheck({ header, value }: PixWebhookProxyVerdict): Check {
  return ({ request, throughProxy }) => {
    if (!throughProxy) return NO_PROXY;
    return onlyHeader(request, header) === value
      ? undefined
      : 'the proxy did not verify the caller';
  };
}

type SubjectPin = (certificate: X509Certificate) => boolean;

function subjectPin(subject: PixWebhookClientCertificate['subject']): SubjectPin {
  if (subject === undefined) return () => true;
  // Compare with `true`: a promise, which the types forbid, would otherwise accept every caller.
  if (typeof subject === 'function')
    return (certificate) => (subject(certificate) as unknown) === true;
  if (typeof subject === 'string') {
    return (certificate) => commonNames(certificate).includes(subject);
  }
  // `g` and `y` make a pattern keep the position of its last match.
  const pattern = new RegExp(subject.source, subject.flags.replace(/[gy]/g, ''));
  return (certificate) => pattern.test(certificate.subject);
}

/** Reads the common names unescaped; the text of `subject` escapes some characters. */
function commonNames(certificate: X509Certificate): string[] {
  // Undefined without a common name and an array with several, contrary to the types.
  const subject = certificate.toLegacyObject().subject as { CN?: string | string[] } | undefined;
  return [subject?.CN ?? []].flat();
}

/** Matches IP addresses against a list of addresses and networks. */
export class AddressList {
  readonly #list = new BlockList();

  /** @throws TypeError on an entry that is not an IP address or a network in CIDR notation */
  constructor(private readonly entries: readonly string[]) {
    for (const entry of entries) this.#add(entry);
  }

  /** Whether it contains addresses of every IPv4 network, as `0.0.0.0/0`, `::/0` and the two halves of either do. */
  get hasEverybody(): boolean {
    return Array.from({ length: 256 }, (_, network) => network).every(
      (network) => this.has(`${network}.0.0.0`) && this.has(`${network}.255.255.255`),
    );
  }

  /** A network that is too large for one operator, if there is any: below /8, or /16 with IPv6. */
  get wideNetwork(): string | undefined {
    return this.entries.find((entry) => {
      const [address = '', prefix] = entry.split('/');
      if (prefix === undefined) return false;
      const isMapped = /^(?:::|(?:0+:){5})ffff:/i.test(address);
      const [least, from] = isIP(address) === 6 && !isMapped ? [16, 0] : [8, isMapped ? 96 : 0];
      return Number(prefix) - from < least;
    });
  }

  has(address: string): boolean {
    // BlockList.check() builds a SocketAddress for each call, which costs more than the rest of the
    // request's checks.
    if (this.entries.length === 0) return false;
    const version = isIP(address);
    return version !== 0 && this.#list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  }

  #add(entry: string): void {
    const [address = '', prefix, ...rest] = entry.split('/');
    const version = isIP(address);
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (version === 0 || rest.length > 0) throw new TypeError(entry);
    if (prefix === undefined) this.#list.addAddress(address, family);
    else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32)) {
      this.#list.addSubnet(address, Number(prefix), family);
    } else throw new TypeError(entry);
  }
}

/**
 * Normalizes an address for comparison and logs: an IPv4-mapped IPv6 address becomes IPv4; zone,
 * brackets and port are removed. Returns `unknown` if the text is not an address.
 */
export function plainAddress(text: string): string {
  if (isIP(text) === 4) return text;
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // Only IPv6 has zones (RFC 4007).
  const zoneless = bare.includes(':') ? bare.replace(/%.*$/, '') : bare;
  const address = zoneless.replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(address) === 0 ? 'unknown' : address;
}
