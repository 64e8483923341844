import { setImmediate as turn } from 'node:timers/promises';
import type { CancelTimer, PixRuntime } from '../../lib/runtime/index.js';

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/** A clock that only a test advances. */
export class ManualRuntime implements PixRuntime {
  #elapsed = 0;
  readonly #timers = new Set<Timer>();
  readonly #start = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#start + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  random(): number {
    return 0.5;
  }

  after(ms: number, action: () => void): CancelTimer {
    const timer: Timer = { at: this.#elapsed + ms, action };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Number of timers that have neither fired nor been cancelled. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Advances the clock, fires each timer at its time, and lets promises settle after each one. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await turn();
    for (;;) {
      const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
      if (!next || next.at > end) break;
      this.#timers.delete(next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.action();
      await turn();
    }
    this.#elapsed = end;
    await turn();
  }
}
