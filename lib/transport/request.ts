import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { AxiosInstance } from 'axios';
import { ValueError } from '../errors/index.js';
import { describeTooLong, toSentence } from '../options/index.js';
import type { AbortSource } from '../runtime/index.js';
import type { RequestFacts } from './failure.js';

/** A request to a provider. */
export interface PixRequest {
  /** Default: `GET`. */
  readonly method?: string;
  /** An absolute https address. */
  readonly url: string;
  /** The parts of the address, if they are known. Default: the address is parsed. */
  readonly target?: RequestTarget | undefined;
  readonly headers?: SentHeaders;
  readonly body?: RequestBody | undefined;
  readonly signal?: AbortSource | undefined;
  /** Time limit of this request; overrides the adapter's. */
  readonly timeout?: PixTimeout | undefined;
  /**
   * Instant of `performance.now()` at which the request fails, regardless of the time limit.
   * Default: none.
   */
  readonly until?: number | undefined;
  /**
   * Whether this request changes nothing at the provider; `resultUnknown` is then never true.
   * Default: `false`.
   */
  readonly safe?: boolean;
  /** Method and path template (`PUT /cob/{txid}`), for errors. */
  readonly operation?: string;
  /** Name of the provider profile, for errors. */
  readonly provider?: string;
  /** The identifier of the call that the request contains, for errors. */
  readonly correlationId?: string | undefined;
}

/** Where a request is sent. */
export interface RequestTarget {
  /** Name or IP address, which has no brackets. */
  readonly hostname: string;
  /** Default port: an empty text. */
  readonly port: string;
  /** Host name and port as in the header `Host`. */
  readonly host: string;
  /** Path with the query. */
  readonly path: string;
}

export type RequestBody = string | Uint8Array;

/** Headers by name, as {@link cleanHeaders} returns them. */
export type SentHeaders = Readonly<Record<string, string | string[]>>;

/** A response with any status. */
export interface PixResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The request of Node.js; absent in tests. */
  readonly request?: ClientRequest;
}

/** Sends a request. Resolves with any status. */
export type PixHttp = (request: PixRequest) => Promise<PixResponse>;

/**
 * Builds the address of a request. Errors do not contain it, because queries and payload paths may
 * contain secrets.
 *
 * @throws ValueError unless it is absolute and https, without credentials
 */
export function buildUrl({ url }: PixRequest): URL {
  const address = parseUrl(url);
  if (address.protocol !== 'https:') {
    throw new ValueError(`Only https addresses are allowed, not ${address.protocol}//.`);
  }
  if (address.username !== '' || address.password !== '') {
    throw new ValueError('An address must not contain credentials.');
  }
  return address;
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new ValueError('The address of a request must be absolute.');
  }
}

/** Returns the parts of an address from which requests are sent. */
export function toTarget(address: URL): RequestTarget {
  const { port, host, pathname, search } = address;
  return { hostname: getHost(address), port, host, path: pathname + search };
}

/** Returns the host of an address without the brackets that an IPv6 address has only in a URL. */
export function getHost({ hostname }: URL): string {
  return hostname.replace(/[[\]]/g, '');
}

/**
 * Returns headers as they are sent, without those that `null` or `false` marks as removed, and without
 * those that Node.js sets: other values could misdirect or corrupt the request.
 */
export function cleanHeaders(headers: Readonly<Record<string, unknown>>): SentHeaders {
  const clean: Record<string, string | string[]> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name] as string | number | string[] | false | null | undefined;
    if (value === undefined || value === null || value === false || SET_BY_NODE.test(name))
      continue;
    // Node.js refuses what is neither text nor a number with an error that names the header.
    clean[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return clean;
}

const SET_BY_NODE = /^(?:host|content-length|transfer-encoding)$/i;

/** Returns what the errors of a request contain. */
export function toRequestFacts(
  request: PixRequest,
  { host }: Pick<RequestTarget, 'host'>,
  hints = true,
  advice?: ReadonlyMap<string, string>,
): RequestFacts {
  const { operation, provider, correlationId, safe = false } = request;
  return { host, operation, provider, correlationId, safe, hints, advice: advice?.get(host) };
}

/**
 * Time limit of a request in seconds: a number sets both parts, a pair sets each, `null` as the
 * second means no limit (docs/decisions.md D62).
 *
 * - connect: name look-up, TCP and TLS handshake of a new connection; - read: from sending the
 * request to receiving the whole response. The same limit applies to waiting for a free connection.
 */
export type PixTimeout = number | readonly [connect: number, read: number | null];

/** A validated {@link PixTimeout}, in milliseconds. */
export interface TimeLimits {
  readonly connectMs: number;
  /** `null`: no limit. */
  readonly readMs: number | null;
  /** Instant of `performance.now()` at which the request fails. Default: none. */
  readonly until?: number;
}

/** 5 s to connect, 30 s to read. */
export const DEFAULT_TIMEOUT = [5, 30] as const satisfies PixTimeout;

/** Larger values are usually meant as milliseconds. */
const MAX_SECONDS = 600;

/**
 * Validates a time limit.
 *
 * @throws ValueError unless each part is a number above 0 and at most 600 seconds, or the second is
 * `null`
 */
export function parseTimeout(value: PixTimeout): TimeLimits {
  return parse(value) ?? refuse(value, 'timeout', ', where null as read time means no limit');
}

/**
 * Validates a time limit that must have a read time, like {@link parseTimeout}.
 *
 * @param name of the option, for the error. Default: `timeout`
 * @throws ValueError unless each part is a number above 0 and at most 600 seconds
 */
export function parseBoundedTimeout(
  value: number | readonly [number, number],
  name = 'timeout',
): TimeLimits {
  const limits = parse(value);
  // oxlint-disable-next-line typescript/prefer-optional-chain -- a chain would return undefined as well
  return limits === undefined || limits.readMs === null ? refuse(value, name) : limits;
}

/** Returns the problem of a time limit with a part that is too long; `undefined` if none is. */
export function describeLongTimeout(value: unknown, name = 'timeout'): string | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.map((part) => describeTooLong(name, part, MAX_SECONDS)).find(Boolean);
}

function refuse(value: unknown, name: string, nullRule = ''): never {
  const rule = `${name} must be a number of seconds above 0 (at most ${MAX_SECONDS}), or the pair [connect, read] of such numbers${nullRule}`;
  throw new ValueError(toSentence(describeLongTimeout(value, name) ?? rule));
}

function parse(value: unknown): TimeLimits | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value, value];
  if (parts.length !== 2) return undefined;
  const [connect, read] = parts;
  if (!isSeconds(connect) || !(read === null || isSeconds(read))) return undefined;
  return { connectMs: toMs(connect), readMs: isSeconds(read) ? toMs(read) : null };
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAX_SECONDS;
}

function toMs(seconds: number): number {
  return Math.ceil(seconds * 1000);
}

/** The interceptors of an instance of Axios. */
export type Interceptors = AxiosInstance['interceptors'];

/** Whether there are interceptors. An ejected one leaves `null` behind. */
export function isUsed({ handlers }: { readonly handlers?: readonly unknown[] | null }): boolean {
  return handlers?.some((handler) => handler !== null) ?? false;
}
