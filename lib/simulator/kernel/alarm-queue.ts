/** What is to happen at an instant. */
export interface Alarm {
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly due: number;
  /** Among alarms of one instant, the earlier made goes first. */
  readonly order: number;
  readonly action: () => void;
  cancelled: boolean;
}

/** Below this many, cancelled alarms wait for their turn to be dropped. */
const TOLERATED = 1_000;

/** Alarms by the instant they are due at: a binary heap, so that a hundred thousand of them cost little. */
export class AlarmQueue {
  private heap: Alarm[] = [];
  private made = 0;
  private cancelled = 0;

  add(due: number, action: () => void): Alarm {
    const alarm: Alarm = { due, order: this.made++, action, cancelled: false };
    this.heap.push(alarm);
    this.rise(this.heap.length - 1);
    return alarm;
  }

  /** The one that is due first. */
  first(): Alarm | undefined {
    while (this.heap[0]?.cancelled) this.takeFirst();
    return this.heap[0];
  }

  /** Takes the one that is due first. */
  take(): Alarm | undefined {
    this.first();
    return this.takeFirst();
  }

  cancel(alarm: Alarm): void {
    if (alarm.cancelled) return;
    alarm.cancelled = true;
    this.cancelled++;
    if (this.cancelled > TOLERATED && this.cancelled > this.heap.length / 2) this.sweep();
  }

  clear(): void {
    for (const alarm of this.heap) alarm.cancelled = true;
    this.heap = [];
    this.cancelled = 0;
  }

  private takeFirst(): Alarm | undefined {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (this.heap.length > 0) {
      this.heap[0] = last;
      this.sink(0);
    }
    if (first.cancelled) this.cancelled--;
    // Taken, it is past cancelling.
    first.cancelled = true;
    return first;
  }

  /** An ordered list is a heap. */
  private sweep(): void {
    this.heap = this.heap.filter(({ cancelled }) => !cancelled).sort(byTurn);
    this.cancelled = 0;
  }

  private rise(position: number): void {
    for (let child = position; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!this.swapUnlessInOrder(parent, child)) return;
      child = parent;
    }
  }

  private sink(position: number): void {
    for (let parent = position; ;) {
      const [left, right] = [this.heap[2 * parent + 1], this.heap[2 * parent + 2]];
      if (left === undefined) return;
      const child = 2 * parent + (right !== undefined && byTurn(right, left) < 0 ? 2 : 1);
      if (!this.swapUnlessInOrder(parent, child)) return;
      parent = child;
    }
  }

  private swapUnlessInOrder(parent: number, child: number): boolean {
    const [upper, lower] = [this.heap[parent], this.heap[child]];
    if (upper === undefined || lower === undefined || byTurn(upper, lower) <= 0) return false;
    this.heap[parent] = lower;
    this.heap[child] = upper;
    return true;
  }
}

function byTurn(one: Alarm, other: Alarm): number {
  return one.due - other.due || one.order - other.order;
}
