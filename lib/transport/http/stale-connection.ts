const STALE = Symbol.for('nestjs-pix.staleConnection');

/** Notes on an error that its connection was an old one; see {@link isStaleConnection}. @internal */
export function markStale<E extends Error>(error: E): E {
  return Object.defineProperty(error, STALE, { value: true });
}

/**
 * Whether a request failed because the kept-alive connection it was sent on turned out to be closed
 * by the server. The server most likely never read it, which is no proof (`resultUnknown` is true):
 * an operation that may be repeated is worth repeating at once, on a new connection.
 */
export function isStaleConnection(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, STALE) === true;
}
