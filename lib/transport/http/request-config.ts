import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { ValueError } from '../../errors/index.js';
import type { PixTimeout } from '../time-limit.js';

/**
 * What the lean adapter reads of a request, beside axios' `url`, `baseURL`, `params`, `method`,
 * `headers`, `data` (text or bytes), `signal` and `cancelToken`. The rest of axios' options has no
 * effect.
 */
export interface PixAxiosRequestConfig<D = unknown> extends AxiosRequestConfig<D> {
  /** Time limit of this request, over the adapter's. */
  pixTimeout?: PixTimeout;
  /** Instant of `performance.now()` at which the request has failed, whatever the time limit. Default: none. */
  pixUntil?: number;
  /** Nothing at the provider changes by this request: `resultUnknown` is never true of it. Default: `false`. */
  pixSafe?: boolean;
  /** Method and path template (`PUT /cob/{txid}`), for the error of a request that fails. */
  pixOperation?: string;
  /** Name of the provider profile, likewise. */
  pixProvider?: string;
}

/** Sends one request; the answer resolves whatever its status is. */
export type PixHttp = (request: PixAxiosRequestConfig) => Promise<AxiosResponse<string>>;

/**
 * The address of a request. Its text is kept out of errors: queries and payload paths can hold
 * secrets.
 *
 * @throws ValueError unless it is absolute and https, without credentials
 */
export function addressOf(config: PixAxiosRequestConfig): URL {
  const { url = '', baseURL } = config;
  const isWhole = baseURL === undefined && config.params === undefined;
  const text = isWhole ? url : axios.getUri(config);
  const address = parse(text);
  if (address.protocol !== 'https:') {
    throw new ValueError(`Only https addresses are allowed, not ${address.protocol}//.`);
  }
  if (address.username !== '' || address.password !== '') {
    throw new ValueError('An address must not hold credentials.');
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

/** @throws ValueError for anything but text, bytes or nothing */
export function bodyOf(data: unknown): RequestBody | undefined {
  if (data === undefined || data === null) return undefined;
  if (typeof data === 'string' || ArrayBuffer.isView(data)) return data as RequestBody;
  throw new ValueError('The body of a request must be text or bytes: serialise it first.');
}

/**
 * The headers as node:https takes them in one go (`[name, value, …]`), names as given. `Host` and
 * `Content-Length` are always ours: another value could only misdirect or misframe the request.
 *
 * @param headers axios' headers; it marks removed ones with `null` or `false`
 */
export function rawHeaders(
  headers: Readonly<Record<string, unknown>>,
  method: string,
  host: string,
  body: RequestBody | undefined,
): string[] {
  const raw = ['Host', host];
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined || value === null || value === false || isOurs(name)) continue;
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      raw.push(name, String(item));
    }
  }
  if (body !== undefined) raw.push('Content-Length', String(Buffer.byteLength(body)));
  else if (method === 'POST' || method === 'PUT' || method === 'PATCH')
    raw.push('Content-Length', '0');
  return raw;
}

/** Compared by length first: it is asked for every header of every request. */
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
