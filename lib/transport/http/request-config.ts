import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { ValueError } from '../../errors/index.js';
import type { PixTimeout } from '../time-limit.js';

/**
 * The request options of the lean adapter, in addition to Axios' `url`, `method`, `headers`, `data` (text or bytes), `signal` and `cancelToken`. Other options of Axios
 * have no effect.
 */
export interface PixAxiosRequestConfig<D = unknown> extends AxiosRequestConfig<D> {
  /** Time limit of this request; overrides the adapter's. */
  pixTimeout?: PixTimeout;
  /**
   * Instant of `performance.now()` at which the request fails, regardless of the time limit.
   * Default: none.
   */
  pixUntil?: number;
  /**
   * Whether this request changes nothing at the provider; `resultUnknown` is then never true.
   * Default: `false`.
   */
  pixSafe?: boolean;
  /** Method and path template (`PUT /cob/{txid}`), for errors. */
  pixOperation?: string;
  /** Name of the provider profile, for errors. */
  pixProvider?: string;
  /** The identifier of the call that the request contains, for errors. */
  pixCorrelationId?: string | undefined;
}

/** Sends a request. Resolves with any status. */
export type PixHttp = (request: PixAxiosRequestConfig) => Promise<AxiosResponse<string>>;

/**
 * Builds the address of a request. Errors do not contain it, because queries and payload paths may
 * contain secrets.
 *
 * @throws ValueError unless it is absolute and https, without credentials
 */
export function buildUrl({ url = '' }: PixAxiosRequestConfig): URL {
  const address = parse(url);
  if (address.protocol !== 'https:') {
    throw new ValueError(`Only https addresses are allowed, not ${address.protocol}//.`);
  }
  if (address.username !== '' || address.password !== '') {
    throw new ValueError('An address must not contain credentials.');
  }
  return address;
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new ValueError('The address of a request must be absolute.');
  }
}

export type RequestBody = string | Uint8Array;

/**
 * Converts the body of a request.
 *
 * @throws ValueError for anything but text, bytes or nothing
 */
export function toRequestBody(data: unknown): RequestBody | undefined {
  if (data === undefined || data === null) return undefined;
  if (typeof data === 'string' || ArrayBuffer.isView(data)) return data as RequestBody;
  throw new ValueError('The body of a request must be text or bytes: serialize it first.');
}

/**
 * Builds the headers as an object with unchanged names: tracing agents copy them as such. The client
 * always sets `Host` and `Content-Length`: other values could misdirect or corrupt the request.
 *
 * @param headers Axios' headers, in which `null` or `false` marks removed ones
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
    built[name] = Array.isArray(value) ? value.map(toText) : toText(value);
  }
  if (body !== undefined) built['Content-Length'] = String(Buffer.byteLength(body));
  else if (method === 'POST' || method === 'PUT' || method === 'PATCH')
    built['Content-Length'] = '0';
  return built;
}

/** Node.js refuses what is neither text nor a number with an error that names the header. */
function toText(value: unknown): string {
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
