/** An action that is due at an instant. */
export interface Alarm {
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
export class AlarmQueue {
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
