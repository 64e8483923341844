/**
 * What a failed request implies for a repeat, in addition to the class of its error:
 *
 * - `stale`: it was sent on a kept-alive connection that the server had closed. The server probably
 * did not read it, but this is not certain.
 * - `permanent`: a new connection will fail in the same way: a certificate that is not trusted or
 * not accepted, a host name that does not exist, or a server without TLS.
 * - `aborted`: the caller aborted.
 * - `too-large`: the response exceeds the limit.
 * - `closed`: the client was closed.
 * - `interceptor`: an interceptor of the application failed.
 */
export type FailureKind =
  'stale' | 'permanent' | 'aborted' | 'too-large' | 'closed' | 'interceptor';

const KIND = Symbol.for('nestjs-pix.failureKind');

/** Stores the kind of a failure on its error, hidden from logs and JSON. */
export function markFailure<E extends Error>(error: E, kind: FailureKind): E {
  return Object.defineProperty(error, KIND, { value: kind });
}

/** Returns the kind of a failed request; `undefined` for any other failure. */
export function failureKind(error: unknown): FailureKind | undefined {
  return (error as { [KIND]?: FailureKind } | null | undefined)?.[KIND];
}

/** Whether a request failed because the server had closed its kept-alive connection. */
export function isStaleConnection(error: unknown): boolean {
  return failureKind(error) === 'stale';
}
