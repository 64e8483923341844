import type { InternalAxiosRequestConfig } from 'axios';
import type { PixAxiosRequestConfig } from './request-config.js';

type Headers = Readonly<Record<string, unknown>>;

/** What identifies a request, besides its headers. */
const FIXED = ['url', 'baseURL', 'params', 'data'] as const;

/**
 * Names what interceptors changed in a request; `undefined` if they only added headers. Axios
 * converts the method to lower case and trims headers.
 */
export function findChange(
  request: PixAxiosRequestConfig,
  config: InternalAxiosRequestConfig,
): string | undefined {
  if (config.method?.toUpperCase() !== (request.method ?? 'GET').toUpperCase()) return 'method';
  const part = FIXED.find((name) => config[name] !== request[name]);
  if (part !== undefined) return part;
  return findChangedHeader(request.headers ?? {}, config.headers);
}

function findChangedHeader(own: Headers, given: Headers): string | undefined {
  for (const name of Object.keys(own)) {
    // The common case first: this runs for every header of every request.
    if (given[name] === own[name]) continue;
    const value = String(own[name]).trim();
    if (findHeader(given, name) !== value) return `headers.${name}`;
  }
  return undefined;
}

/** Finds the text of a header in any letter case. */
function findHeader(headers: Headers, name: string): unknown {
  const lower = name.toLowerCase();
  for (const key of Object.keys(headers)) {
    if (key.toLowerCase() !== lower) continue;
    const value = headers[key];
    if (!isRemoved(value)) return String(value);
  }
  return undefined;
}

/**
 * Returns the headers that interceptors added to those of a request; `undefined` if there are none.
 */
export function findAddedHeaders(own: Headers, given: Headers): Record<string, string> | undefined {
  let added: Record<string, string> | undefined;
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (isRemoved(value) || findHeader(own, name) !== undefined) continue;
    added ??= {};
    added[name] = String(value);
  }
  return added;
}

/** Axios marks a removed header with `null` or `false`. */
function isRemoved(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}
