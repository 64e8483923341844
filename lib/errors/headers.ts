import { redact } from './redact.js';

/** Common names of the response header with a bank's identifier of a call, in lower case. */
export const commonCorrelationHeaders = ['x-correlation-id', 'x-correlationid', 'x-request-id'];
/** Longer texts are not identifiers. */
const MAX_LENGTH = 128;

/**
 * Finds the bank's identifier of a call in the headers of its response.
 *
 * @param headers by name in lower case
 * @param names header names of the bank, before the common ones
 */
export function findCorrelationId(
  headers: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): string | undefined {
  const known = [...names.map((name) => name.toLowerCase()), ...commonCorrelationHeaders];
  return known.map((name) => toCorrelationId(headers[name])).find((id) => id !== undefined);
}

/** Returns an identifier without secrets; `undefined` if the value can be none. */
export function toCorrelationId(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) return undefined;
  return value.length > MAX_LENGTH ? undefined : redact(value);
}

/**
 * Names of response headers that describe a response and carry no credentials: caching, dates,
 * limits, and identifiers of requests, traces and transactions. Other headers (`set-cookie`,
 * `location`) may contain secrets or personal data.
 */
const SAFE_NAME =
  /^(?:age|cache-control|content-(?:encoding|language|length|type)|date|deprecation|etag|last-modified|retry-after|server|server-timing|sunset|traceparent|via|warning)$|(?:^|-)(?:request|correlation|trace|transaction|cf|ray)-?id$|rate-?limit/;

const MAX_VALUE = 512;

/**
 * Copies the headers of a response that may be logged, with their values redacted.
 *
 * @param headers by name in lower case
 * @param names further headers of the provider that are safe
 */
export function copySafeHeaders(
  headers: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): Record<string, string> {
  const known = new Set([...commonCorrelationHeaders, ...names.map((name) => name.toLowerCase())]);
  const safe: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || !(known.has(name) || SAFE_NAME.test(name))) continue;
    safe[name] = redact(value.slice(0, MAX_VALUE));
  }
  return safe;
}

const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

/**
 * Parses a `Retry-After` header, given in seconds or as an HTTP date (RFC 9110, 10.2.3), to
 * seconds. A past date is 0; an invalid value is `undefined`.
 */
export function parseRetryAfter(header: string | undefined, now?: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.max(0, Math.ceil((date - (now ?? Date.now())) / 1000));
}
