import type { TimeIndex } from '../kernel/time-index.js';

interface Tail<T> {
  readonly index: TimeIndex<T>;
  /** Items not yet given, from the start. */
  left: number;
}

/** The items of several indexes in one order, the newest first. */
export function* newestFirst<T>(indexes: readonly TimeIndex<T>[]): Generator<T> {
  const tails: Tail<T>[] = indexes.map((index) => ({ index, left: index.size }));
  for (;;) {
    let newest: Tail<T> | undefined;
    for (const tail of tails) {
      if (tail.left > 0 && (newest === undefined || timeOf(tail) > timeOf(newest))) newest = tail;
    }
    if (newest === undefined) return;
    newest.left -= 1;
    const [item] = newest.index.slice(newest.left, newest.left + 1);
    if (item !== undefined) yield item;
  }
}

/** The first items, as many as there are. */
export function take<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  if (count <= 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

function timeOf<T>({ index, left }: Tail<T>): number {
  return index.timeAt(left - 1);
}
