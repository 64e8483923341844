import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { ValueError } from '../errors/index.js';
import type { AbortSource } from '../runtime/index.js';
import type { RequestFacts } from './failure.js';
import type { PixTimeout } from './time-limit.js';

/** A request to a provider. */
export interface PixRequest {
  /** Default: `GET`. */
  readonly method?: string;
  /** An absolute https address. */
  readonly url: string;
  /** By name; `null` and `false` mark removed ones. */
  readonly headers?: Readonly<Record<string, unknown>>;
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

export type RequestBody = string | Uint8Array;

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

/**
 * Builds the headers as an object with unchanged names: tracing agents copy them as such. The client
 * always sets `Host` and `Content-Length`: other values could misdirect or corrupt the request.
 *
 * @param headers in which `null` or `false` marks removed ones
 */
export function buildHeaders(
  headers: Readonly<Record<string, unknown>>,
  method: string,
  host: string,
  body: RequestBody | undefined,
): Record<string, string | string[]> {
  const built: Record<string, string | string[]> = { Host: host };
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined || value === null || value === false || isOurs(name)) continue;
    built[name] = Array.isArray(value) ? value.map(toHeaderText) : toHeaderText(value);
  }
  if (body !== undefined) built['Content-Length'] = String(Buffer.byteLength(body));
  else if (method === 'POST' || method === 'PUT' || method === 'PATCH')
    built['Content-Length'] = '0';
  return built;
}

/** Node.js refuses what is neither text nor a number with an error that names the header. */
function toHeaderText(value: unknown): string {
  return String(value);
}

/** Compares the length first, because it runs for every header of every request. */
function isOurs(name: string): boolean {
  switch (name.length) {
    case 4:
      return name.toLowerCase() === 'host';
    case 14:
      return name.toLowerCase() === 'content-length';
    case 17:
      return name.toLowerCase() === 'transfer-encoding';
    default:
      return false;
  }
}

/** Returns what the errors of a request contain. */
export function toRequestFacts(request: PixRequest, { host }: URL, hints = true): RequestFacts {
  const { operation, provider, correlationId, safe = false } = request;
  return { host, operation, provider, correlationId, safe, hints };
}
