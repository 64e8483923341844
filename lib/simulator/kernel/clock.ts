import { systemRuntime } from '../../runtime/index.js';
import type { CancelTimer, PixRuntime } from '../../runtime/index.js';
import { AlarmQueue } from './alarm-queue.js';

/** From which a clock's time follows. */
export interface ClockReading {
  /** The machine's instant at which the clock showed `base`. Milliseconds since the epoch, as all here. */
  readonly anchor: number;
  readonly base: number;
  readonly rate: number;
}

/** Milliseconds of the machine until alarms that a guard refused are tried again. */
const REFUSED_DELAY = 1_000;

/** Since 1914 Brazil's days begin on a full hour of UTC, until then by the sun, seconds beside it. */
const FIRST_INSTANT = Date.parse('1915-01-01T00:00:00Z');

/** RFC 3339 has years of four digits: no stamp could be told after this one. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a clock can show an instant, in milliseconds since the epoch: from the year 1915 to 9999. */
export function isOnCalendar(instant: number): boolean {
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}

/**
 * The simulator's time. Whatever it stamps, expires or repeats asks this clock, never `Date.now()`, so that moving the
 * clock moves all of it.
 *
 * Moving it forward makes what falls due on the way happen before the call returns: in order, each at the instant it was
 * due at, what follows from it included. A due date, an expiry and a settlement of tomorrow have thus happened when
 * `advance(86_400)` is back. Notifications are on their way then; `control.idle()` waits for their answers.
 */
export class SimulatorClock {
  /** The machine's instant at which this clock showed `base`. */
  private anchor: number;
  private base: number;
  private factor = 1;
  /** While something that fell due happens: the instant it was due at. */
  private moment: number | undefined;
  private cancelTimer: CancelTimer | undefined;
  private readonly alarms = new AlarmQueue();
  private readonly listeners = new Set<() => void>();
  private assertFree: () => void = () => undefined;

  /** @param runtime the machine's clock and timers */
  constructor(private readonly runtime: PixRuntime = systemRuntime) {
    this.anchor = this.base = runtime.now();
  }

  /** Milliseconds since the epoch, by this clock. */
  now(): number {
    return this.moment ?? this.running();
  }

  /** The same as an RFC 3339 instant in UTC with milliseconds. */
  iso(): string {
    return new Date(this.now()).toISOString();
  }

  /** How many seconds of this clock pass in one of the machine's. */
  get rate(): number {
    return this.factor;
  }

  /**
   * Makes the clock run faster or slower: 60 lets an hour pass in a minute, 0 stands still. What is due now still
   * happens while it stands. However fast, it stops with the year 9999.
   *
   * @throws RangeError unless it is zero or more
   */
  setRate(rate: number): void {
    if (!(rate >= 0 && rate < Infinity)) throw new RangeError('A rate is a number from zero.');
    this.anchorAt(this.running());
    this.factor = rate;
    this.arm();
    this.tell();
  }

  /** From which its time follows. */
  get reading(): ClockReading {
    return { anchor: this.anchor, base: this.base, rate: this.factor };
  }

  /**
   * Goes on as a clock of this reading would have, had it not stopped; as the machine's without a reading. Nothing may be
   * planned yet.
   */
  resume({ anchor, base, rate }: ClockReading = this.machine()): void {
    [this.anchor, this.base, this.factor] = [anchor, base, rate];
  }

  /**
   * Calls `assertFree` before the clock is moved and before anything that is due happens. While it throws, the clock is
   * not moved, and what is due waits.
   *
   * @internal
   */
  guard(assertFree: () => void): void {
    this.assertFree = assertFree;
  }

  /** Calls `listener` whenever the clock is set, moved on or made to run at another rate. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /**
   * Moves the clock forward by `seconds`.
   *
   * @throws RangeError unless they are zero or more, and end by the year 9999
   */
  advance(seconds: number): void {
    if (!(seconds >= 0 && seconds < Infinity)) {
      throw new RangeError('A clock advances by zero or more seconds.');
    }
    const time = this.now() + seconds * 1_000;
    if (!isOnCalendar(time)) throw new RangeError('A clock advances to the year 9999 at most.');
    this.move(time);
  }

  /**
   * Sets the clock to an instant, from which it runs on. It may go back, which undoes nothing.
   *
   * @throws RangeError when the instant is not a valid date of the years 1915 to 9999
   */
  set(instant: Date | string): void {
    const time = new Date(instant).getTime();
    if (!isOnCalendar(time)) {
      throw new RangeError('The instant is not a valid date of the years 1915 to 9999.');
    }
    this.move(time);
  }

  /** Back to the machine's time and rate. */
  reset(): void {
    this.factor = 1;
    this.move(this.runtime.now());
  }

  /** Runs `action` in `delay` milliseconds of this clock, without keeping the process alive. */
  after(delay: number, action: () => void): () => void {
    return this.at(this.now() + delay, action);
  }

  /**
   * Runs `action` at an instant of this clock, soon when it has passed, without keeping the process alive.
   *
   * @returns a function that calls it off
   */
  at(due: number, action: () => void): () => void {
    const alarm = this.alarms.add(Math.max(due, this.now()), action);
    if (this.alarms.first() === alarm) this.arm();
    return () => {
      this.alarms.cancel(alarm);
    };
  }

  /** Forgets everything scheduled. */
  clear(): void {
    this.alarms.clear();
    this.cancelTimer?.();
  }

  private machine(): ClockReading {
    const now = this.runtime.now();
    return { anchor: now, base: now, rate: 1 };
  }

  private running(): number {
    const time = Math.floor(this.base + (this.runtime.now() - this.anchor) * this.factor);
    return Math.min(time, LAST_INSTANT);
  }

  private move(time: number): void {
    this.assertFree();
    this.ringUntil(time);
    this.anchorAt(time);
    this.arm();
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private anchorAt(time: number): void {
    this.base = time;
    this.anchor = this.runtime.now();
  }

  private ringUntil(time: number): void {
    try {
      for (let next = this.alarms.first(); next !== undefined; next = this.alarms.first()) {
        if (next.due > time) break;
        this.alarms.take();
        this.moment = next.due;
        next.action();
      }
    } finally {
      this.moment = undefined;
    }
  }

  private arm(): void {
    this.cancelTimer?.();
    const first = this.alarms.first();
    if (first === undefined) return;
    const wait = Math.max(0, first.due - this.running());
    if (wait > 0 && this.factor === 0) return;
    this.wakeIn(wait === 0 ? 0 : Math.ceil(wait / this.factor));
  }

  private wakeIn(delay: number): void {
    const wake = () => {
      try {
        this.assertFree();
      } catch {
        this.wakeIn(REFUSED_DELAY);
        return;
      }
      this.ringUntil(this.running());
      this.arm();
    };
    this.cancelTimer = this.runtime.after(delay, wake, { background: true });
  }
}
