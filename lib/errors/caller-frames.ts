import { isErrorLike } from './error-like.js';

/** Errors with frames: several callers may wait for the same token request, and so share its error. */
const extended = new WeakSet<object>();

/**
 * Adds the functions that wait for the one that calls this to the stack of an error, so that it shows
 * which code of the application made the call. An error that is created in an event of a socket has none
 * of them.
 *
 * Call it in the `catch` of an async function; a call that succeeds costs nothing.
 *
 * @returns the same error
 */
export function addCallerFrames(error: unknown): unknown {
  if (!isErrorLike(error) || extended.has(error)) return error;
  extended.add(error);
  const known = String(error.stack);
  const missing = listWaiting().filter((frame) => !known.includes(frame.trim()));
  if (missing.length > 0) {
    const stack = [known, ...missing].join('\n');
    Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  }
  return error;
}

/** Lists the frames of the functions that wait for the caller of {@link addCallerFrames}. */
function listWaiting(): string[] {
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, addCallerFrames);
  const frames = (here.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(1).filter((frame) => !frame.includes('node:internal/'));
}
