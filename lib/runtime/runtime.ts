/** Cancels a timer. Calling it again, or after the timer fired, has no effect. */
export type CancelTimer = () => void;

/** Options of {@link PixRuntime.after}. */
interface TimerOptions {
  /** Whether the timer allows the process to end while it waits. Default: `false`. */
  readonly background?: boolean;
}

/**
 * The time and random numbers of the library.
 *
 * The client, the receiver and the simulator never call `Date.now()`, `setTimeout` or
 * `Math.random()` directly. They use this interface, so that a test can replace time and randomness
 * for the whole library.
 */
export interface PixRuntime {
  /**
   * Returns the current instant in milliseconds since the epoch. It may jump when the machine's
   * clock is corrected.
   */
  now(): number;
  /**
   * Returns monotonic milliseconds from an arbitrary origin. Use it to measure durations and
   * deadlines.
   */
  elapsed(): number;
  /**
   * Calls `action` once after `ms` milliseconds. A delay above 2,147,483,647 ms (about 24 days) fires at that limit.
   *
   * @returns a function that cancels the timer
   */
  after(ms: number, action: () => void, options?: TimerOptions): CancelTimer;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). Not suitable for secrets. */
  random(): number;
}
