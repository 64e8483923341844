/**
 * - `new`: never seen, failed before, or left unfinished by a process that is gone. It is the caller's now.
 * - `running`: somebody else has it.
 * - `done`: it was completed.
 */
export type PixEventState = 'new' | 'running' | 'done';

/**
 * Remembers which event was handled by which handler. In memory by default; one over a database or Redis lets many
 * processes share the work.
 *
 * A key stands for one handler's work on one event, so that a handler that succeeded is not run again when another one
 * of the same event failed. It holds no personal data.
 *
 * The promise is at least once: `begin` is recorded before the handler runs and `complete` after it. A crash between
 * the two makes the handler run again on the provider's next delivery, so what a handler does must bear a repeat.
 * A store that outlives its processes must therefore let go of a key whose process is gone (a lease that is renewed
 * while the handler runs), and its `begin` must be atomic: of any number of concurrent callers, one is told `new`.
 */
export interface PixEventStore {
  /** Takes the key when it is free, and says how it stood. */
  begin(key: string): PixEventState | Promise<PixEventState>;
  /** The handler succeeded: `done` from now on, for as long as the provider may repeat the event. */
  complete(key: string): void | Promise<void>;
  /** The handler failed: free again. */
  fail(key: string): void | Promise<void>;
}
