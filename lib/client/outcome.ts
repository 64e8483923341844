import type { PixOperation } from '../contract/index.js';

/**
 * What is known about the effect of an attempt, or of a call with all of its attempts:
 *
 * - `not-sent`: nothing was sent, or no server accepted the connection. It had no effect.
 * - `refused`: the provider received it and reports that it had no effect.
 * - `done`: it took effect.
 * - `unknown`: it may have taken effect.
 */
export type AttemptOutcome = 'not-sent' | 'refused' | 'done' | 'unknown';

/** The ways in which an attempt can end. */
export type AttemptEnd =
  | 'not-connected'
  | 'unreachable'
  | 'no-token'
  | 'stopped-before'
  | 'success'
  | 'rejected'
  | 'limited'
  | 'early-or-late'
  | 'other-client-error'
  | 'redirect'
  | 'server-error'
  | 'unreadable'
  | 'broken'
  | 'too-large'
  | 'stopped-after';

/** One row of the outcome table. */
export interface OutcomeRow {
  /** The condition. */
  readonly when: string;
  /** Outcome of a write. A read changes nothing, so its outcome is never unknown. */
  readonly write: AttemptOutcome;
  /** Whether a repeat of a read may succeed. */
  readonly repeatRead: boolean;
  /**
   * Whether a write is sent again without reading the record first. Only for attempts without an
   * effect.
   */
  readonly repeatWrite: boolean;
  /** Whether the client reads the record after an attempt of a write that may have taken effect. */
  readonly settle: boolean;
  /**
   * Whether it is a refusal, which a gateway may have received for the second delivery of a request
   * that took effect. Reading the record decides.
   */
  readonly refusal?: true;
  /** Whether the request may reach the provider later. */
  readonly mayArrive?: true;
}

const again = { repeatRead: true, repeatWrite: true, settle: true };
const readAgain = { repeatRead: true, repeatWrite: false, settle: true };
const never = { repeatRead: false, repeatWrite: false, settle: true };
const stop = { repeatRead: false, repeatWrite: false, settle: false };

/**
 * The meaning of each end of an attempt. A refusal is definite only if the record is consistent with
 * it (`settle.ts`). Any other response, or none, can come from a gateway that had already
 * forwarded the request.
 */
export const outcomeTable: Readonly<Record<AttemptEnd, OutcomeRow>> = {
  'not-connected': {
    when: 'No connection within the time limit, or none free',
    write: 'not-sent',
    ...again,
  },
  unreachable: {
    when: 'The host name does not exist, a certificate is not trusted or not accepted, or no TLS is spoken',
    write: 'not-sent',
    ...never,
  },
  'no-token': {
    when: 'The token endpoint refused, or a limit of calls was reached on this side',
    write: 'not-sent',
    ...never,
  },
  'stopped-before': {
    when: 'The caller aborted, the deadline passed, the client was closed or an interceptor failed before the request was sent',
    write: 'not-sent',
    ...stop,
  },
  success: { when: '2xx with the record that was asked for', write: 'done', ...never },
  rejected: { when: '400, 401, 403, 404, 422', write: 'refused', refusal: true, ...never },
  limited: {
    when: '429; one that ends the call is settled by reading',
    write: 'refused',
    ...again,
  },
  'early-or-late': { when: '408, 425, 499', write: 'unknown', mayArrive: true, ...readAgain },
  'other-client-error': {
    when: '409, any other 4xx',
    write: 'unknown',
    refusal: true,
    ...never,
  },
  redirect: { when: '3xx, or below 200', write: 'unknown', ...never },
  'server-error': { when: 'Any 5xx', write: 'unknown', mayArrive: true, ...readAgain },
  unreadable: {
    when: '2xx without a readable body, or with another identifier, amount, key or status',
    write: 'unknown',
    ...readAgain,
  },
  broken: {
    when: 'The connection broke, the time limit passed, the response was undecodable or an interceptor failed after the request was sent',
    write: 'unknown',
    mayArrive: true,
    ...readAgain,
  },
  'too-large': { when: 'The response exceeds the size limit', write: 'unknown', ...never },
  'stopped-after': {
    when: 'The caller aborted or the client was closed after the request was sent',
    write: 'unknown',
    mayArrive: true,
    ...stop,
  },
};

const REJECTED = new Set([400, 401, 403, 404, 422]);
/** The last one is what nginx reports if a connection closed while the request was under way. */
const EARLY_OR_LATE = new Set([408, 425, 499]);

/** Returns the end of an attempt whose response has this HTTP status and a readable body. */
export function endOfStatus(status: number): AttemptEnd {
  if (status >= 500) return 'server-error';
  if (REJECTED.has(status)) return 'rejected';
  if (status === 429) return 'limited';
  if (EARLY_OR_LATE.has(status)) return 'early-or-late';
  if (status >= 400) return 'other-client-error';
  return status >= 200 && status <= 299 ? 'success' : 'redirect';
}

/**
 * Returns the end of an attempt with an unsuccessful response, whose body may contain another
 * status. Both the HTTP status and the body must report that the write was refused; otherwise the
 * outcome is unknown.
 */
export function endOfRefusal(status: number, bodyStatus: number | undefined): AttemptEnd {
  const end = endOfStatus(status);
  if (bodyStatus === undefined || bodyStatus < 300 || outcomeTable[end].write === 'unknown') {
    return end;
  }
  const reported = endOfStatus(bodyStatus);
  return outcomeTable[reported].write === 'unknown' ? reported : end;
}

/**
 * Whether the outcome of a call is unknown after an attempt that ended this way. Reading the record, or
 * a search for one, decides about a refusal where an operation has either.
 */
export function isUnknown({ repeat, settle, candidates }: PixOperation, end: AttemptEnd): boolean {
  const { write, refusal = false } = outcomeTable[end];
  return (
    repeat !== 'safe' && write === 'unknown' && !(refusal && (settle ?? candidates) !== undefined)
  );
}
