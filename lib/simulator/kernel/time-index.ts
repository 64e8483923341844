/** Items by an instant, kept in order, so that a period is found by two binary searches and read as a slice. */
export class TimeIndex<T> {
  private times: number[] = [];
  private items: T[] = [];

  get size(): number {
    return this.items.length;
  }

  /** Adds an item; among equal instants the later addition stands last. */
  add(time: number, item: T): void {
    const last = this.times.at(-1);
    if (last === undefined || time >= last) {
      this.times.push(time);
      this.items.push(item);
      return;
    }
    const position = this.firstAfter(time);
    this.times.splice(position, 0, time);
    this.items.splice(position, 0, item);
  }

  /** Removes an item that was added for that instant. */
  remove(time: number, item: T): void {
    const [from, to] = this.range(time, time);
    const position = this.items.slice(from, to).indexOf(item);
    if (position < 0) return;
    this.times.splice(from + position, 1);
    this.items.splice(from + position, 1);
  }

  /** Positions of the items from `start` to `end`, both included, as a half-open range. */
  range(start: number, end: number): [from: number, to: number] {
    const from = this.firstAtOrAfter(start);
    return [from, Math.max(from, this.firstAfter(end))];
  }

  /** The instant of the item at a position. */
  timeAt(position: number): number {
    return this.times[position] ?? -Infinity;
  }

  slice(from: number, to: number): T[] {
    return this.items.slice(from, to);
  }

  /** All items, in order. */
  all(): readonly T[] {
    return this.items;
  }

  clear(): void {
    this.times = [];
    this.items = [];
  }

  private firstAfter(time: number): number {
    return this.search((other) => other > time);
  }

  private firstAtOrAfter(time: number): number {
    return this.search((other) => other >= time);
  }

  /** The first position whose instant passes a test that all later ones pass as well. */
  private search(passes: (time: number) => boolean): number {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (passes(this.times[middle] ?? Infinity)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
