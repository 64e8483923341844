import { commonCorrelationHeaders } from './correlation-id.js';
import { redact } from './redact.js';

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
