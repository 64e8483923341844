import type { CancelTimer, PixRuntime } from '../../lib/runtime/index.js';

/**
 * A process of the simulated world. Everything that reaches it (timers, responses, messages, its database) passes
 * {@link enter}: a dead process never receives it, a paused one receives it when it goes on.
 */
export class Process implements PixRuntime {
  private alive = true;
  private waiting: (() => void)[] | undefined;
  private pausedAt = 0;
  /** How long it has been paused so far, in milliseconds. */
  pausedMs = 0;

  constructor(
    readonly name: string,
    private readonly machine: PixRuntime,
  ) {}

  get isAlive(): boolean {
    return this.alive;
  }

  get isPaused(): boolean {
    return this.waiting !== undefined;
  }

  /** Runs an action in the process, now or when it goes on; never when it is dead. */
  enter(action: () => void): void {
    if (!this.alive) return;
    if (this.waiting === undefined) action();
    else this.waiting.push(action);
  }

  /** A promise of something outside, whose outcome passes {@link enter}. */
  bring<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.enter(() => resolve(value)),
        (error: unknown) =>
          this.enter(() => reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });
  }

  /** Ends it at once. What it has begun outside goes on without it. */
  kill(): void {
    this.alive = false;
    this.waiting = undefined;
  }

  /** Stops it, as SIGSTOP or a suspended virtual machine does. */
  pause(): void {
    if (!this.alive || this.waiting !== undefined) return;
    this.waiting = [];
    this.pausedAt = this.machine.elapsed();
  }

  resume(): void {
    if (this.waiting === undefined) return;
    const { waiting } = this;
    this.waiting = undefined;
    this.pausedMs += this.machine.elapsed() - this.pausedAt;
    for (const action of waiting) this.enter(action);
  }

  now(): number {
    return this.machine.now();
  }

  elapsed(): number {
    return this.machine.elapsed();
  }

  random(): number {
    return this.machine.random();
  }

  after(ms: number, action: () => void): CancelTimer {
    let cancelled = false;
    const cancel = this.machine.after(ms, () =>
      this.enter(() => {
        if (!cancelled) action();
      }),
    );
    return () => {
      cancelled = true;
      cancel();
    };
  }
}
