import type { PixTransaction } from './pix-transaction.js';

/**
 * - `new`: never seen, failed before, or left unfinished by a process that is gone. It is the caller's now.
 * - `running`: another caller holds it.
 * - `done`: it was completed.
 */
export type PixEventState = 'new' | 'running' | 'done';

/** A richer answer of {@link PixEventStore.begin}. */
export interface PixEventClaim {
  readonly state: PixEventState;
  /** With `new`: a positive integer, greater than that of every earlier claim of the same key. */
  readonly fence?: number | undefined;
  /** With `new`: aborts when the lease is lost, or could not be renewed before its end. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the store knew the key already, with another digest. */
  readonly conflicting?: boolean | undefined;
  /** Whether the store has a record of an earlier claim of this key. */
  readonly known?: boolean | undefined;
}

/**
 * Records which handler has completed which event. In memory by default; a store over a database or Redis lets several
 * processes share the work.
 *
 * A key stands for one handler's work on one event, so a handler that succeeded does not run again when another handler
 * of the same event failed. It contains no personal data.
 *
 * Delivery is at least once: `begin` is recorded before the handler runs and `complete` after it. A crash between the
 * two makes the handler run again at the provider's next delivery, unless the handler completes the event in its own
 * transaction ({@link PixEventStore.completeIn}). A store that outlives its processes must release the key of a process
 * that is gone (a lease, renewed while the handler runs), and its `begin` must be atomic: exactly one of several
 * concurrent callers gets `new`.
 *
 * A store may answer `begin` with the state alone, take one argument only, and leave the optional methods out: the
 * receiver then works without fencing, detection of contradictory deliveries and completion in a transaction.
 */
export interface PixEventStore {
  /**
   * Takes the key if it is free. Returns the state in which it was found.
   *
   * @param digest of the event's content, to be stored with the key and replaced when the key is taken again. The
   * stores of this library answer with a {@link PixEventClaim} when it is given, and with the state alone otherwise.
   */
  begin(
    key: string,
    digest?: string,
  ): PixEventState | PixEventClaim | Promise<PixEventState | PixEventClaim>;
  /**
   * The handler succeeded: the key is `done` from now on, for as long as the provider may repeat the event.
   *
   * @param fence of the claim, when there was one
   */
  complete(key: string, fence?: number): void | Promise<void>;
  /** The handler failed: the key is free again. Has no effect if another caller has taken the key since. */
  fail(key: string, fence?: number): void | Promise<void>;
  /**
   * Completes the key within the caller's transaction, so that the completion and the handler's own changes are
   * committed together or not at all. Rejects, and thereby rolls the transaction back, when the claim was lost.
   */
  completeIn?(transaction: PixTransaction, key: string, fence: number): Promise<void>;
  /** Whether the key is `done`: asked after the handler used {@link completeIn}, to see that its transaction committed. */
  isComplete?(key: string): boolean | Promise<boolean>;
  /**
   * The instant since which the store remembers every completed event. The receiver uses it for notifications that a
   * refund causes: a Pix that is older, carries a refund and is unknown to the store counts as handled before.
   */
  remembersSince?(): Date;
}
