import type { CancelTimer, PixRuntime } from '../../lib/runtime/index.js';

/**
 * A process of the simulation. All its inputs (timers, responses, messages, its database) pass {@link enter}: a dead
 * process never receives them, a paused one receives them when it resumes.
 */
export class Process implements PixRuntime {
  private alive = true;
  private waiting: (() => void)[] | undefined;
  private pausedAt = 0;
  /** Total time of its pauses, in milliseconds. */
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

  /** Runs an action in the process, now or when it resumes; never when it has ended. */
  enter(action: () => void): void {
    if (!this.alive) return;
    if (this.waiting === undefined) action();
    else this.waiting.push(action);
  }

  /** Returns a promise of an external operation, whose outcome passes {@link enter}. */
  receive<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.enter(() => resolve(value)),
        (error: unknown) =>
          this.enter(() => reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });
  }

  /** Ends it at once. External operations that it started continue. */
  kill(): void {
    this.alive = false;
    this.waiting = undefined;
  }

  /** Pauses it, as SIGSTOP or a suspended virtual machine does. */
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
