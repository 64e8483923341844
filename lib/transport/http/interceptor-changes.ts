import type { InternalAxiosRequestConfig } from 'axios';
import type { PixAxiosRequestConfig } from './request-config.js';

type Headers = Readonly<Record<string, unknown>>;

/** What identifies a request, besides its headers. */
const FIXED = ['url', 'baseURL', 'params', 'data'] as const;

/** Names what interceptors changed in a request; `undefined` if they only added headers. */
export function findChange(
  request: PixAxiosRequestConfig,
  config: InternalAxiosRequestConfig,
): string | undefined {
  if (config.method?.toUpperCase() !== (request.method ?? 'GET').toUpperCase()) return 'method';
  const part = FIXED.find((name) => config[name] !== request[name]);
  if (part !== undefined) return part;
  const own: Headers = request.headers ?? {};
  const { headers } = config;
  const changed = Object.keys(own).find(
    // Axios trims headers. The common case first: this runs for every header of every request.
    (name) => headers[name] !== own[name] && headers.get(name) !== String(own[name]).trim(),
  );
  return changed && `headers.${changed}`;
}

/** Returns the headers of a request with those that interceptors added. */
export function addHeaders(own: Headers = {}, given: Headers): Record<string, string> {
  const headers = { ...own } as Record<string, string>;
  const isOwn = (name: string) =>
    Object.keys(own).some((each) => each.toLowerCase() === name.toLowerCase());
  for (const [name, value] of Object.entries(given)) {
    // Axios marks a removed header with `null` or `false`.
    const isRemoved = value === undefined || value === null || value === false;
    if (!isRemoved && !(name in headers) && !isOwn(name)) headers[name] = value as string;
  }
  return headers;
}
