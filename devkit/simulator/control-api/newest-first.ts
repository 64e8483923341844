import type { TimeIndex } from '../kernel/time-index.js';

interface Tail<T> {
  readonly index: TimeIndex<T>;
  /** Number of items, from the start, that have not been yielded. */
  remaining: number;
}

/** Yields the items of several indexes, newest first. */
export function* newestFirst<T>(indexes: readonly TimeIndex<T>[]): Generator<T> {
  const tails: Tail<T>[] = indexes.map((index) => ({ index, remaining: index.size }));
  for (;;) {
    let newest: Tail<T> | undefined;
    for (const tail of tails) {
      if (tail.remaining > 0 && (newest === undefined || getTime(tail) > getTime(newest)))
        newest = tail;
    }
    if (newest === undefined) return;
    newest.remaining -= 1;
    const [item] = newest.index.slice(newest.remaining, newest.remaining + 1);
    if (item !== undefined) yield item;
  }
}

/** Returns the first `count` items, or fewer if there are fewer. */
export function take<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  if (count <= 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

function getTime<T>({ index, remaining }: Tail<T>): number {
  return index.timeAt(remaining - 1);
}
