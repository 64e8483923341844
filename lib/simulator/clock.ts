/** The longest delay that Node's timers keep; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

interface Alarm {
  readonly due: number;
  readonly action: () => void;
  timer: NodeJS.Timeout | undefined;
}

/**
 * The simulator's time. Whatever it stamps, expires or repeats asks this clock, never `Date.now()`, so that moving the
 * clock moves all of it.
 */
export class SimulatorClock {
  private offset = 0;
  private readonly alarms = new Set<Alarm>();

  /** Milliseconds since the epoch, by this clock. */
  now(): number {
    return Date.now() + this.offset;
  }

  /** The same as an RFC 3339 instant in UTC with milliseconds. */
  iso(): string {
    return new Date(this.now()).toISOString();
  }

  /** Moves the clock forward by `seconds`; what falls due meanwhile happens at once. */
  advance(seconds: number): void {
    if (!(seconds >= 0)) throw new RangeError('A clock advances by zero or more seconds.');
    this.move(this.offset + seconds * 1000);
  }

  /** Sets the clock to an instant, from which it runs on. It may go back. */
  set(instant: Date | string): void {
    const time = new Date(instant).getTime();
    if (Number.isNaN(time)) throw new RangeError('The instant is not a valid date.');
    this.move(time - Date.now());
  }

  /** Back to the machine's time. */
  reset(): void {
    this.move(0);
  }

  /** Runs `action` in `delay` milliseconds of this clock, without keeping the process alive. */
  after(delay: number, action: () => void): () => void {
    const alarm: Alarm = { due: this.now() + delay, action, timer: undefined };
    this.alarms.add(alarm);
    this.arm(alarm);
    return () => {
      this.disarm(alarm);
    };
  }

  /** Forgets everything scheduled. */
  clear(): void {
    for (const alarm of this.alarms) this.disarm(alarm);
  }

  private move(offset: number): void {
    this.offset = offset;
    for (const alarm of this.alarms) this.arm(alarm);
  }

  private arm(alarm: Alarm): void {
    clearTimeout(alarm.timer);
    const delay = Math.max(0, Math.min(alarm.due - this.now(), LONGEST_TIMER));
    alarm.timer = setTimeout(() => {
      this.ring(alarm);
    }, delay);
    alarm.timer.unref();
  }

  private ring(alarm: Alarm): void {
    if (alarm.due > this.now()) {
      this.arm(alarm);
      return;
    }
    this.disarm(alarm);
    alarm.action();
  }

  private disarm(alarm: Alarm): void {
    clearTimeout(alarm.timer);
    this.alarms.delete(alarm);
  }
}
