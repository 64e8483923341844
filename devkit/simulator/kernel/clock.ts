// The simulator's time: the clock, its alarms, and the agenda of planned actions.
import { systemRuntime, type CancelTimer, type PixRuntime } from 'nestjs-pix/internal';

/** The values that determine a clock's time. */
export interface ClockReading {
  /** The machine's instant at which the clock showed `base`, in milliseconds since the epoch. */
  readonly anchor: number;
  /** Milliseconds since the epoch. */
  readonly base: number;
  /** Seconds of this clock per second of the machine's clock. */
  readonly rate: number;
}

/** Milliseconds of the machine's clock until alarms that a guard refused are tried again. */
const REFUSED_DELAY = 1_000;

/**
 * Before 1914 Brazil used local mean time, with an offset that is not in whole hours. Earlier dates
 * are not supported.
 */
const FIRST_INSTANT = Date.parse('1915-01-01T00:00:00Z');

/** RFC 3339 has years of four digits: later instants cannot be written. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a clock supports an instant, in milliseconds since the epoch: the years 1915 to 9999. */
export function isOnCalendar(instant: number): boolean {
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}

/**
 * The simulator's time. Timestamps, expiries and repeated deliveries use this clock, never
 * `Date.now()`, so that all of them follow when the clock is moved.
 *
 * Moving the clock forward runs every action that falls due, in order and at the instant it is due,
 * including actions that other actions plan. When `advance(86_400)` returns, tomorrow's due dates,
 * expiries and settlements have taken effect. Their notifications are still in flight;
 * `control.idle()` waits for them.
 */
export class SimulatorClock {
  /** The machine's instant at which this clock showed `base`. */
  #anchor: number;
  #base: number;
  #factor = 1;
  /** The instant that the running alarm was due at. Set only while an alarm runs. */
  #alarmTime: number | undefined;
  #cancelTimer: CancelTimer | undefined;
  readonly #alarms = new AlarmQueue();
  readonly #listeners = new Set<() => void>();
  #assertAllowed: () => void = () => undefined;

  /** @param runtime the machine's clock and timers */
  constructor(private readonly runtime: PixRuntime = systemRuntime) {
    this.#anchor = this.#base = runtime.now();
  }

  /** Returns the current time of this clock in milliseconds since the epoch. */
  now(): number {
    return this.#alarmTime ?? this.#readTime();
  }

  /** Returns the current time of this clock as an RFC 3339 instant in UTC with milliseconds. */
  iso(): string {
    return new Date(this.now()).toISOString();
  }

  /** Seconds of this clock per second of the machine's clock. */
  get rate(): number {
    return this.#factor;
  }

  /**
   * Makes the clock run faster or slower. With 60, an hour passes in a minute. With 0 the clock is
   * stopped; actions that are due now still run. At any rate, the clock stops at the end of the
   * year 9999.
   *
   * @throws RangeError if `rate` is negative or not finite
   */
  setRate(rate: number): void {
    if (!(rate >= 0 && rate < Infinity)) {
      throw new RangeError('The rate must be a finite number of zero or more.');
    }
    this.#anchorAt(this.#readTime());
    this.#factor = rate;
    this.#arm();
    this.#notifyListeners();
  }

  /** The values that determine the time of this clock. */
  get reading(): ClockReading {
    return { anchor: this.#anchor, base: this.#base, rate: this.#factor };
  }

  /**
   * Continues from a reading, as if the clock had not stopped. Without a reading it shows the
   * machine's time. Must be called before anything is planned.
   */
  resume({ anchor, base, rate }: ClockReading = this.#readMachine()): void {
    [this.#anchor, this.#base, this.#factor] = [anchor, base, rate];
  }

  /**
   * Calls `assertAllowed` before the clock is moved and before due actions run. While it throws,
   * the clock does not move and due actions wait.
   *
   * @internal
   */
  guard(assertAllowed: () => void): void {
    this.#assertAllowed = assertAllowed;
  }

  /** Calls `listener` whenever the clock is set or advanced, or its rate changes. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Moves the clock forward by `seconds`.
   *
   * @throws RangeError if `seconds` is negative or not finite, or if the result is after the year
   * 9999
   */
  advance(seconds: number): void {
    if (!(seconds >= 0 && seconds < Infinity)) {
      throw new RangeError('The clock advances by zero or more seconds.');
    }
    const time = this.now() + seconds * 1_000;
    if (!isOnCalendar(time)) throw new RangeError('The clock cannot advance past the year 9999.');
    this.#move(time);
  }

  /**
   * Sets the clock to an instant; it runs on from there. Setting it back does not undo anything.
   *
   * @throws RangeError if the instant is not a valid date of the years 1915 to 9999
   */
  set(instant: Date | string): void {
    const time = new Date(instant).getTime();
    if (!isOnCalendar(time)) {
      throw new RangeError('The instant is not a valid date of the years 1915 to 9999.');
    }
    this.#move(time);
  }

  /** Returns the clock to the machine's time and rate. */
  reset(): void {
    this.#factor = 1;
    this.#move(this.runtime.now());
  }

  /**
   * Runs `action` after `delay` milliseconds of this clock, without keeping the process alive.
   *
   * @returns a function that cancels the action
   */
  after(delay: number, action: () => void): () => void {
    return this.at(this.now() + delay, action);
  }

  /**
   * Runs `action` at an instant of this clock, without keeping the process alive. If the instant
   * has passed, the action runs as soon as possible.
   *
   * @returns a function that cancels the action
   */
  at(due: number, action: () => void): () => void {
    const alarm = this.#alarms.add(Math.max(due, this.now()), action);
    if (this.#alarms.first() === alarm) this.#arm();
    return () => {
      this.#alarms.cancel(alarm);
    };
  }

  /** Cancels all planned actions. */
  clear(): void {
    this.#alarms.clear();
    this.#cancelTimer?.();
  }

  #readMachine(): ClockReading {
    const now = this.runtime.now();
    return { anchor: now, base: now, rate: 1 };
  }

  #readTime(): number {
    const time = Math.floor(this.#base + (this.runtime.now() - this.#anchor) * this.#factor);
    return Math.min(time, LAST_INSTANT);
  }

  #move(time: number): void {
    this.#assertAllowed();
    this.#runDue(time);
    this.#anchorAt(time);
    this.#arm();
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  #anchorAt(time: number): void {
    this.#base = time;
    this.#anchor = this.runtime.now();
  }

  #runDue(time: number): void {
    try {
      for (let next = this.#alarms.first(); next !== undefined; next = this.#alarms.first()) {
        if (next.due > time) break;
        this.#alarms.take();
        this.#alarmTime = next.due;
        next.action();
      }
    } finally {
      this.#alarmTime = undefined;
    }
  }

  #arm(): void {
    this.#cancelTimer?.();
    const first = this.#alarms.first();
    if (first === undefined) return;
    const wait = Math.max(0, first.due - this.#readTime());
    if (wait > 0 && this.#factor === 0) return;
    this.#wakeIn(wait === 0 ? 0 : Math.ceil(wait / this.#factor));
  }

  #wakeIn(delay: number): void {
    const wake = () => {
      try {
        this.#assertAllowed();
      } catch {
        this.#wakeIn(REFUSED_DELAY);
        return;
      }
      this.#runDue(this.#readTime());
      this.#arm();
    };
    this.#cancelTimer = this.runtime.after(delay, wake, { background: true });
  }
}

/** An action that is due at an instant. */
interface Alarm {
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly due: number;
  /**
   * Sequence number. Alarms that are due at the same instant run in the order of their creation.
   */
  readonly order: number;
  readonly action: () => void;
  cancelled: boolean;
}

/** Number of cancelled alarms that the queue tolerates before it removes them all at once. */
const TOLERATED = 1_000;

/**
 * Alarms ordered by the instant they are due: a binary heap that handles a hundred thousand alarms
 * at low cost.
 */
class AlarmQueue {
  #heap: Alarm[] = [];
  #nextOrder = 0;
  #cancelled = 0;

  add(due: number, action: () => void): Alarm {
    const alarm: Alarm = { due, order: this.#nextOrder++, action, cancelled: false };
    this.#heap.push(alarm);
    this.#rise(this.#heap.length - 1);
    return alarm;
  }

  /** Returns the alarm that is due first, without removing it. */
  first(): Alarm | undefined {
    while (this.#heap[0]?.cancelled) this.#takeFirst();
    return this.#heap[0];
  }

  /** Removes and returns the alarm that is due first. */
  take(): Alarm | undefined {
    this.first();
    return this.#takeFirst();
  }

  cancel(alarm: Alarm): void {
    if (alarm.cancelled) return;
    alarm.cancelled = true;
    this.#cancelled++;
    if (this.#cancelled > TOLERATED && this.#cancelled > this.#heap.length / 2) this.#sweep();
  }

  clear(): void {
    for (const alarm of this.#heap) alarm.cancelled = true;
    this.#heap = [];
    this.#cancelled = 0;
  }

  #takeFirst(): Alarm | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    if (first.cancelled) this.#cancelled--;
    // An alarm that has left the queue can no longer be cancelled.
    first.cancelled = true;
    return first;
  }

  /** Removes cancelled alarms. A sorted array is a valid heap. */
  #sweep(): void {
    this.#heap = this.#heap.filter(({ cancelled }) => !cancelled).sort(byTurn);
    this.#cancelled = 0;
  }

  #rise(position: number): void {
    for (let child = position; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!this.#swapUnlessInOrder(parent, child)) return;
      child = parent;
    }
  }

  #sink(position: number): void {
    for (let parent = position; ;) {
      const [left, right] = [this.#heap[2 * parent + 1], this.#heap[2 * parent + 2]];
      if (left === undefined) return;
      const child = 2 * parent + (right !== undefined && byTurn(right, left) < 0 ? 2 : 1);
      if (!this.#swapUnlessInOrder(parent, child)) return;
      parent = child;
    }
  }

  #swapUnlessInOrder(parent: number, child: number): boolean {
    const [upper, lower] = [this.#heap[parent], this.#heap[child]];
    if (upper === undefined || lower === undefined || byTurn(upper, lower) <= 0) return false;
    this.#heap[parent] = lower;
    this.#heap[child] = upper;
    return true;
  }
}

function byTurn(one: Alarm, other: Alarm): number {
  return one.due - other.due || one.order - other.order;
}

/**
 * Planned actions by name. Each name has at most one action: a new plan replaces the previous one.
 * Plans are derived from the records only and are rebuilt from the persisted records after a
 * restart.
 */
export class Agenda {
  readonly #plans = new Map<string, () => void>();

  constructor(private readonly clock: SimulatorClock) {}

  /** Plans `action` for an instant of the clock. `Infinity` only removes the previous plan. */
  plan(name: string, due: number, action: () => void): void {
    this.drop(name);
    if (due === Infinity) return;
    const cancel = this.clock.at(due, () => {
      this.#plans.delete(name);
      action();
    });
    this.#plans.set(name, cancel);
  }

  drop(name: string): void {
    this.#plans.get(name)?.();
    this.#plans.delete(name);
  }

  clear(): void {
    for (const cancel of this.#plans.values()) cancel();
    this.#plans.clear();
  }
}
