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
