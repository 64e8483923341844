/** Cancels a timer. Calling it again, or after the timer fired, has no effect. */
export type CancelTimer = () => void;

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
   * @param options `background` allows the process to end while the timer waits
   * @returns a function that cancels the timer
   */
  after(ms: number, action: () => void, options?: { readonly background?: boolean }): CancelTimer;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). Not suitable for secrets. */
  random(): number;
}

/** Durations; the end of each name is the unit. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const HOUR_SECONDS = HOUR_MS / 1000;
export const DAY_SECONDS = DAY_MS / 1000;

/** Whether `await` would wait for a value. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** The listener interface of a signal; the signal type of Axios is compatible. */
export interface AbortSource {
  readonly aborted?: boolean;
  readonly reason?: unknown;
  addEventListener?: (type: 'abort', listener: () => void) => void;
  removeEventListener?: (type: 'abort', listener: () => void) => void;
}

/** The callbacks of each signal. */
const callbacks = new WeakMap<
  object,
  { readonly all: Set<() => void>; readonly run: () => void }
>();

/**
 * Calls `callback` when `signal` aborts. All callbacks of a signal share one listener, so that a
 * signal used by thousands of calls causes no `MaxListenersExceededWarning`.
 *
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSource, callback: () => void): () => void {
  let entry = callbacks.get(signal);
  if (entry === undefined) {
    const all = new Set<() => void>();
    entry = {
      all,
      run: () => {
        for (const each of [...all]) each();
      },
    };
    callbacks.set(signal, entry);
  }
  const { all, run } = entry;
  const own = () => callback();
  if (all.size === 0) signal.addEventListener?.('abort', run);
  all.add(own);
  return () => {
    if (all.delete(own) && all.size === 0) signal.removeEventListener?.('abort', run);
  };
}

/**
 * Waits `ms` milliseconds.
 *
 * @returns a promise that resolves to `true` after the wait, and to `false` as soon as one of `signals` aborts. It never
 * rejects.
 */
export function sleep(
  runtime: PixRuntime,
  ms: number,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<boolean> {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.some(({ aborted }) => aborted)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (waited: boolean) => {
      cancel();
      for (const stop of stops) stop();
      resolve(waited);
    };
    const cancel = runtime.after(ms, () => finish(true));
    const stops = given.map((signal) => onAbort(signal, () => finish(false)));
  });
}

/** The longest delay of Node.js timers in milliseconds; a longer one would fire immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock, timers and random numbers of Node.js. */
export const systemRuntime: PixRuntime = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, action, { background = false } = {}) => {
    const timer = setTimeout(action, Math.min(ms, LONGEST_TIMER_MS));
    if (background) timer.unref();
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/**
 * Returns the result of `work` if it settles within `ms` milliseconds. The work itself is not
 * cancelled; its later failure is ignored.
 *
 * @param what name of the work in the error: `Redis`
 * @throws TimeoutError after the time limit, or what `work` rejects with
 */
export function within<T>(
  runtime: PixRuntime,
  ms: number,
  what: string,
  work: PromiseLike<T>,
  options?: Parameters<PixRuntime['after']>[2],
): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => {
      const error = new Error(`${what} did not respond within ${ms / 1000} s`);
      reject(Object.assign(error, { name: 'TimeoutError' }));
    };
    const cancel = runtime.after(ms, expire, options);
    work.then(resolve, reject).then(cancel);
  });
}

/** Stores an entry as the newest of a map, which forgets its oldest one above a number of entries. */
export function remember<Key, Value>(
  entries: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most) return;
  const [oldest = key] = entries.keys();
  entries.delete(oldest);
}

/** How long a failed service is not used before it is tried again, in milliseconds. */
const PAUSE_MS = 5000;

/**
 * Tracks whether an optional service, such as a shared token store, is unavailable. During an
 * outage, one operation every five seconds tries the service and all others skip it, so that an
 * outage does not slow down every call.
 */
export class Outage {
  /** When the service may be tried again; `undefined` while it works. */
  #nextTry: number | undefined;

  constructor(
    private readonly runtime: PixRuntime,
    /** Called once for the first failure, and once for the first success after it. */
    private readonly report: { down(error: unknown): void; back(): void },
  ) {}

  /** Whether to use the service now. During an outage, `true` permits one attempt. */
  mayTry(): boolean {
    if (this.#nextTry === undefined) return true;
    const now = this.runtime.elapsed();
    if (now < this.#nextTry) return false;
    this.#nextTry = now + PAUSE_MS;
    return true;
  }

  failed(error: unknown): void {
    const isNew = this.#nextTry === undefined;
    this.#nextTry = this.runtime.elapsed() + PAUSE_MS;
    if (isNew) this.report.down(error);
  }

  answered(): void {
    if (this.#nextTry === undefined) return;
    this.#nextTry = undefined;
    this.report.back();
  }
}
