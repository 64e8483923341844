import type { CancelTimer, PixRuntime } from '../../lib/runtime/index.js';
import { Prng } from './prng.js';

interface Entry {
  readonly due: number;
  /** Of entries with the same instant, the one created first runs first. */
  readonly order: number;
  action: (() => void) | undefined;
}

/** Start of every run: a working day, at noon in Brazil. */
const START = Date.parse('2026-03-03T15:00:00Z');

/** A clock that advances only when {@link step} is called: a queue of actions ordered by their instant. */
export class VirtualRuntime implements PixRuntime {
  private readonly heap: Entry[] = [];
  private readonly prng: Prng;
  private made = 0;
  private time = 0;

  constructor(seed: number) {
    this.prng = new Prng(seed);
  }

  now(): number {
    return START + this.time;
  }

  elapsed(): number {
    return this.time;
  }

  random(): number {
    return this.prng.next();
  }

  after(ms: number, action: () => void): CancelTimer {
    const due = this.time + Math.max(0, Number.isFinite(ms) ? ms : 2 ** 31);
    const entry: Entry = { due, order: this.made++, action };
    this.push(entry);
    return () => {
      entry.action = undefined;
    };
  }

  /** The instant of the next action; `undefined` when nothing is planned. */
  get next(): number | undefined {
    while (this.heap.length > 0 && this.heap[0]?.action === undefined) this.pop();
    return this.heap[0]?.due;
  }

  /** Advances to the next action and runs it. @returns whether there was one */
  step(): boolean {
    if (this.next === undefined) return false;
    const entry = this.pop();
    const action = entry?.action;
    if (entry === undefined || action === undefined) return false;
    this.time = entry.due;
    entry.action = undefined;
    action();
    return true;
  }

  /** Advances to an instant before which no action is due. */
  skipTo(instant: number): void {
    this.time = Math.max(this.time, instant);
  }

  private push(entry: Entry): void {
    const { heap } = this;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, entry)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  }

  private pop(): Entry | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      if (one === undefined) break;
      const [child, below] =
        other !== undefined && isBefore(other, one) ? [left + 1, other] : [left, one];
      if (isBefore(last, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.due < other.due || (one.due === other.due && one.order < other.order);
}
