import { copySafeHeaders } from '../errors/index.js';

/** The response that an answer came from. */
export interface PixResponseDetails {
  /**
   * Method and path template: `PUT /cob/{txid}`. It is that of the read if the client determined the
   * result of a write by reading the record.
   */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  /** The provider's identifier of the request, for its support; `undefined` if it sent none. */
  readonly requestId: string | undefined;
  /**
   * The headers that describe the response and carry no credentials (`date`, `x-request-id`,
   * `ratelimit-remaining`, …), by name in lower case, with redacted values.
   */
  readonly headers: Readonly<Record<string, string>>;
}

interface Kept {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly operation: string;
  readonly requestId: string | undefined;
  readonly safeHeaders: readonly string[] | undefined;
}

const responses = new WeakMap<object, Kept>();

/** Keeps the response of an answer for as long as the answer exists. */
export function rememberResponse(answer: unknown, kept: Kept): void {
  if (typeof answer === 'object' && answer !== null) responses.set(answer, kept);
}

/**
 * Returns the response that an answer of a service method came from: status, headers and the
 * provider's identifier of the request. For failed calls, see `PixAPIException.correlationId` and
 * `PixAPIException.responseHeaders`.
 *
 * @param answer the object that the method returned, or a page of a list; not a copy of it
 * @returns `undefined` for any other value
 *
 * @example
 * ```ts
 * const charge = await cob.createWithTxid(txid, body);
 * console.log(getPixResponse(charge)?.requestId);
 * ```
 */
export function getPixResponse(answer: object): PixResponseDetails | undefined {
  const kept = responses.get(answer);
  if (!kept) return undefined;
  const { operation, status, requestId, headers, safeHeaders } = kept;
  return { operation, status, requestId, headers: copySafeHeaders(headers, safeHeaders) };
}
