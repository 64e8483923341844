/**
 * What a failed request says about a repeat of it, beyond the class of its error:
 *
 * - `stale`: it was sent on a kept-alive connection that the server had closed. The server most likely never read it,
 *   which is no proof.
 * - `permanent`: the connection will not be better next time: a certificate that is not trusted or not accepted, a host
 *   name that does not exist, or an address where nothing speaks TLS.
 * - `aborted`: the caller gave up.
 * - `too-large`: the response exceeds the limit.
 * - `closed`: the client was closed.
 */
export type FailureKind = 'stale' | 'permanent' | 'aborted' | 'too-large' | 'closed';

const KIND = Symbol.for('nestjs-pix.failureKind');

/** Notes the kind of a failure on its error, where neither logs nor JSON show it. */
export function markFailure<E extends Error>(error: E, kind: FailureKind): E {
  return Object.defineProperty(error, KIND, { value: kind });
}

/** The kind of a failed request; `undefined` for any other failure. */
export function failureKind(error: unknown): FailureKind | undefined {
  return (error as { [KIND]?: FailureKind } | null | undefined)?.[KIND];
}

/** Whether a request failed because its kept-alive connection turned out to be closed by the server. */
export function isStaleConnection(error: unknown): boolean {
  return failureKind(error) === 'stale';
}
