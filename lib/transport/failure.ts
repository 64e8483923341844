// The errors of requests: what each proves, and what to try.

import {
  PixConexaoException,
  PixErroTransporteException,
  PixTimeoutException,
} from '../errors/index.js';
import type { ProxyFailure } from './agent.js';

/**
 * What a failed request implies for a repeat, in addition to the class of its error:
 *
 * - `stale`: it was sent on a kept-alive connection that the server had closed. The server probably
 * did not read it, but this is not certain.
 * - `permanent`: a new connection will fail in the same way: a certificate that is not trusted or
 * not accepted, a host name that does not exist, or a server without TLS.
 * - `aborted`: the caller aborted.
 * - `too-large`: the response exceeds the limit.
 * - `closed`: the client was closed.
 * - `interceptor`: an interceptor of the application failed.
 */
export type FailureKind =
  'stale' | 'permanent' | 'aborted' | 'too-large' | 'closed' | 'interceptor';

const KIND = Symbol.for('nestjs-pix.failureKind');

/** Stores the kind of a failure on its error, hidden from logs and JSON. */
export function markFailure<E extends Error>(error: E, kind: FailureKind): E {
  return Object.defineProperty(error, KIND, { value: kind });
}

/** Returns the kind of a failed request; `undefined` for any other failure. */
export function failureKind(error: unknown): FailureKind | undefined {
  return (error as { [KIND]?: FailureKind } | null | undefined)?.[KIND];
}

/** Whether a request failed because the server had closed its kept-alive connection. */
export function isStaleConnection(error: unknown): boolean {
  return failureKind(error) === 'stale';
}

/**
 * The facts that the errors of a request contain. Only host and port: a path or query may contain
 * secrets.
 */
export interface RequestFacts {
  readonly host: string;
  readonly operation: string | undefined;
  readonly provider: string | undefined;
  /** The identifier of the call that the request contains. */
  readonly correlationId?: string | undefined;
  /** Whether the request changes nothing at the provider. */
  readonly safe: boolean;
  /** Whether errors of connections contain a solution. Default: `true`. */
  readonly hints?: boolean;
  /** What to try if this host is the wrong one. */
  readonly advice?: string | undefined;
}

/** The progress of a request, which determines whether it may have taken effect. */
export interface Progress {
  /** Whether it was written to an established connection. */
  readonly sent: boolean;
  /** Whether the connection had been used before. */
  readonly reused: boolean;
  /** Whether the headers of the response arrived. */
  readonly answered: boolean;
}

type Context = ConstructorParameters<typeof PixErroTransporteException>[1];

/** @param resultUnknown whether a write may have taken effect */
export function buildContext(
  facts: RequestFacts,
  resultUnknown: boolean,
  cause?: unknown,
): Context {
  const { operation, provider, correlationId, safe } = facts;
  return { operation, provider, correlationId, resultUnknown: resultUnknown && !safe, cause };
}

/** What an error reports in addition to its text. */
interface Failure {
  /** Whether a write may have taken effect. Default: no. */
  readonly resultUnknown?: boolean;
  readonly cause?: unknown;
  readonly kind?: FailureKind | undefined;
}

function build<E extends Error>(
  FailureError: new (problem: { title: string; detail: string }, context: Context) => E,
  facts: RequestFacts,
  title: string,
  detail: string,
  { resultUnknown = false, cause, kind }: Failure = {},
): E {
  const error = new FailureError({ title, detail }, buildContext(facts, resultUnknown, cause));
  return kind === undefined ? error : markFailure(error, kind);
}

export function connectTimeout(facts: RequestFacts, ms: number): PixTimeoutException {
  const detail = `No TLS connection to ${facts.host} within ${seconds(ms)}. Nothing was sent. Check that a firewall or VPN allows the connection.`;
  return build(PixTimeoutException, facts, 'Connect time limit exceeded', detail);
}

export function queueTimeout(facts: RequestFacts, ms: number): PixTimeoutException {
  const detail = `All connections to ${facts.host} stayed busy for ${seconds(ms)}. Nothing was sent.`;
  return build(PixTimeoutException, facts, 'No free connection', detail);
}

export function readTimeout(
  facts: RequestFacts,
  ms: number,
  { answered }: Progress,
): PixTimeoutException {
  const detail = `${facts.host} ${answered ? 'did not finish its response' : 'did not respond'} within ${seconds(ms)} of the request being sent.`;
  return build(PixTimeoutException, facts, 'Read time limit exceeded', detail, {
    resultUnknown: true,
  });
}

export function aborted(
  facts: RequestFacts,
  { sent }: Pick<Progress, 'sent'>,
  reason: unknown,
): PixErroTransporteException {
  const detail = `The caller aborted the request to ${facts.host} ${sent ? 'after' : 'before'} it was sent.`;
  const failure = { resultUnknown: sent, cause: reason, kind: 'aborted' } as const;
  return build(PixErroTransporteException, facts, 'Request aborted', detail, failure);
}

export function responseTooLarge(facts: RequestFacts, limit: number): PixErroTransporteException {
  const detail = `The response of ${facts.host} exceeds ${limit} bytes.`;
  const failure = { resultUnknown: true, kind: 'too-large' } as const;
  return build(PixErroTransporteException, facts, 'Response too large', detail, failure);
}

export function undecodable(facts: RequestFacts, cause: unknown): PixErroTransporteException {
  const detail = `The response of ${facts.host} cannot be decompressed.`;
  const failure = { resultUnknown: true, cause };
  return build(PixErroTransporteException, facts, 'Response undecodable', detail, failure);
}

/** Builds the error of a connection that could not be made or broke. */
export function connectionFailure(
  facts: RequestFacts,
  progress: Progress,
  cause?: NodeJS.ErrnoException,
): PixConexaoException {
  const code = getConnectionErrorCode(cause);
  const isUsed = progress.reused || progress.answered;
  const resultUnknown = progress.sent && (isUsed || !isHandshakeRefusal(code));
  const title = resultUnknown ? 'Connection broken' : 'Connection failed';
  const when = progress.answered ? 'during the response' : 'before the response';
  const detail = resultUnknown
    ? `The connection to ${facts.host} broke ${when} (${code ?? 'closed'}).`
    : `No connection to ${facts.host} (${code ?? 'closed'}). Nothing was processed.`;
  const hint = progress.answered ? '' : findHint(facts, code, !progress.reused);
  const failure = { resultUnknown, cause, kind: connectionFailureKind(progress, code) };
  return build(PixConexaoException, facts, title, `${detail} ${hint}`.trim(), failure);
}

function findHint(
  { hints: isShown = true, advice = '' }: RequestFacts,
  code: string | undefined,
  isFirst: boolean,
): string {
  const hint = isShown ? connectionHint(code, isFirst) : '';
  return hint === '' ? '' : `${hint} ${advice}`;
}

function connectionFailureKind(
  { reused, answered }: Progress,
  code: string | undefined,
): FailureKind | undefined {
  if (reused && !answered && (code === 'ECONNRESET' || code === 'EPIPE')) return 'stale';
  return isPermanent(code) ? 'permanent' : undefined;
}

/** Builds the error of a request that was not sent because the client was closed. */
export function clientClosed(
  facts: Partial<Pick<RequestFacts, 'operation' | 'provider'>> = {},
): PixErroTransporteException {
  const detail =
    'This client was closed and accepts no further calls. Nothing was sent. Create another client, or make the call before the application shuts down.';
  const { operation, provider } = facts;
  const problem = { title: 'Client closed', detail };
  return markFailure(new PixErroTransporteException(problem, { operation, provider }), 'closed');
}

/** Builds the error of a request for which node:https threw an exception. */
export function notCreated(facts: RequestFacts, cause: unknown): PixErroTransporteException {
  const detail = `node:https created no request to ${facts.host}: see the cause. Nothing was sent. If a library replaces https.request (a mock, a tracing agent), check its version.`;
  return build(PixErroTransporteException, facts, 'Request failed', detail, { cause });
}

/** Builds the error of a request that was in flight when the client was closed. */
export function closedInFlight(
  facts: RequestFacts,
  { sent }: Pick<Progress, 'sent'>,
): PixErroTransporteException {
  const detail = `This client was closed before ${facts.host} responded.`;
  const failure = { resultUnknown: sent, kind: 'closed' } as const;
  return build(PixErroTransporteException, facts, 'Client closed', detail, failure);
}

/** Builds the error of a request that was not sent because the deadline of the call had passed. */
export function deadlinePassed(facts: RequestFacts): PixTimeoutException {
  const detail = `The deadline of the call passed before a request to ${facts.host} was sent.`;
  return build(PixTimeoutException, facts, 'Deadline exceeded', detail);
}

function seconds(ms: number): string {
  return `${Math.round(ms) / 1000} s`;
}

/** Builds the error of a connection that the proxy did not open: the provider received nothing. */
export function proxyFailed(facts: RequestFacts, cause: ProxyFailure): PixConexaoException {
  const { proxy, status, code } = cause;
  const [problem, lasts] =
    status === undefined
      ? [`No connection through the proxy ${proxy} (${code ?? 'closed'}).`, isPermanent(code)]
      : [`The proxy ${proxy} refused the connection (status ${status}).`, status < 500];
  const detail = `${problem} Nothing was sent to ${facts.host}. ${proxyHint(status)}`;
  const kind = lasts ? 'permanent' : undefined;
  return build(PixConexaoException, facts, 'Proxy failed', detail, { cause, kind });
}

function proxyHint(status: number | undefined): string {
  if (status === undefined) return 'Check the address in the option `proxy`.';
  if (status === 407) return 'Check the user and the password in the option `proxy`.';
  return 'Check that the proxy allows CONNECT to this host and port.';
}

const UNKNOWN_AUTHORITY =
  'Its certificate is signed by an authority that is not trusted: set that authority in the option `ca`. If the address is right and the provider is a public one, something on the way may be reading the traffic.';
const WANTS_CERTIFICATE =
  'The provider requires a client certificate: set the option `certificate` (mutual TLS).';
const REFUSED_CERTIFICATE =
  'The provider refused the client certificate: check that it is registered for this environment and has not expired.';
const NO_ROUTE = 'Check the address, and that a firewall or VPN lets this machine reach it.';
const NOT_TLS = 'The server does not use TLS: check address and port.';
const OLD_TLS = 'The provider and this client share no TLS version of 1.2 or later, or no cipher.';

/** The solution for a failed connection, by the `code` of the error. */
const hints: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name does not exist: check the address, and the name servers of this machine.',
  EAI_AGAIN: 'The name could not be looked up: check the name servers of this machine.',
  ECONNREFUSED: 'No server listens at this address: check address and port.',
  ETIMEDOUT: NO_ROUTE,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: "Its certificate has expired, or this machine's clock is wrong.",
  CERT_NOT_YET_VALID: "Its certificate is not valid yet, or this machine's clock is wrong.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Its certificate is for another name: check the address, and that no proxy intercepts the connection.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: WANTS_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: `${WANTS_CERTIFICATE} If one is set, they may share no TLS version or cipher.`,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: REFUSED_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: REFUSED_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: REFUSED_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: REFUSED_CERTIFICATE,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: OLD_TLS,
  ERR_SSL_UNSUPPORTED_PROTOCOL: OLD_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
};

/**
 * A server that requires a certificate and gets none, or refuses it, may close the connection
 * without an error.
 */
const HUNG_UP =
  'If it happens every time, the provider may require a client certificate (option `certificate`), refuse this one, or not accept the address of this machine.';

/**
 * Returns the code of a connection error. If a handshake fails while it is written, Node.js reports
 * only `EPROTO` and OpenSSL's text: `…:SSL routines:ssl3_read_bytes:tlsv1 alert protocol
 * version:…`.
 */
export function getConnectionErrorCode(
  error: NodeJS.ErrnoException | undefined,
): string | undefined {
  if (error?.code !== 'EPROTO') return error?.code;
  const [, reason] = /:SSL routines:[^:]*:([^:]+)/.exec(error.message) ?? [];
  return reason === undefined ? error.code : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
}

/**
 * @param isFirst whether the connection was new, so that its end may be related to the handshake
 * @returns an empty text if there is no hint
 */
export function connectionHint(code: string | undefined, isFirst: boolean): string {
  if (code === undefined) return '';
  if (code === 'ECONNRESET' || code === 'EPIPE') return isFirst ? HUNG_UP : '';
  if (code.startsWith('HPE_')) return 'The response is not HTTP: check address and port.';
  return hints[code] ?? '';
}

/**
 * Failures that a new connection may avoid; they do not concern names, certificates or protocols.
 */
const TRANSIENT_HINTS: ReadonlySet<string | undefined> = new Set([
  NO_ROUTE,
  hints.EAI_AGAIN,
  hints.ECONNREFUSED,
]);

/**
 * Whether a new connection would fail in the same way: the name does not exist, a certificate is
 * not trusted or not accepted, or the server does not use TLS.
 */
export function isPermanent(code: string | undefined): boolean {
  if (code === undefined) return false;
  const hint = hints[code];
  return hint !== undefined && !TRANSIENT_HINTS.has(hint);
}

/**
 * Whether the server refused the handshake. With TLS 1.3 the client has finished its part and sent
 * the request when the refusal arrives (RFC 8446, 4.4.2.4), but servers do not read requests from a
 * connection that they refuse.
 */
export function isHandshakeRefusal(code: string | undefined): boolean {
  const hint = code === undefined ? undefined : hints[code];
  return hint === REFUSED_CERTIFICATE || (hint?.startsWith(WANTS_CERTIFICATE) ?? false);
}
