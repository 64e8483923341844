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
