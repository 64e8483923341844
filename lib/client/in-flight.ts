import { sleep, type PixRuntime } from '../runtime/index.js';

/** Counts the in-flight calls of a client and lets them finish before the client closes. */
export class InFlight {
  #count = 0;
  #draining = false;
  readonly #idle = new Set<() => void>();
  readonly #closed = new AbortController();

  constructor(private readonly runtime: PixRuntime) {}

  /** The number of in-flight calls. */
  get count(): number {
    return this.#count;
  }

  /** Whether new calls are refused. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Aborts when in-flight calls must end. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  enter(): void {
    this.#count += 1;
  }

  leave(): void {
    this.#count -= 1;
    if (this.#count > 0 || this.#idle.size === 0) return;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  /** Resolves when no call is in flight. */
  idle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.add(resolve));
  }

  /**
   * Refuses new calls and waits, at most `ms` milliseconds, until the in-flight calls have ended.
   */
  async drain(ms: number): Promise<void> {
    this.#draining = true;
    if (this.#count === 0 || ms === 0) return;
    const enough = new AbortController();
    const idle = this.idle();
    void idle.then(() => enough.abort());
    await Promise.race([idle, sleep(this.runtime, ms, enough.signal)]);
  }

  /** Ends all waits of in-flight calls. */
  close(): void {
    this.#draining = true;
    this.#closed.abort();
  }
}
