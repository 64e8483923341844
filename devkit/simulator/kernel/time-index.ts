/** Items sorted by instant. A period is found with two binary searches and read as a slice. */
export class TimeIndex<T> {
  #times: number[] = [];
  #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** Adds an item after all items with the same or an earlier instant. */
  add(time: number, item: T): void {
    const last = this.#times.at(-1);
    if (last === undefined || time >= last) {
      this.#times.push(time);
      this.#items.push(item);
      return;
    }
    const position = this.#firstAfter(time);
    this.#times.splice(position, 0, time);
    this.#items.splice(position, 0, item);
  }

  /** Adds an item before those of the same instant that come later in another index, which has it. */
  addLike(other: TimeIndex<T>, time: number, item: T): void {
    const [from, to] = this.range(time, time);
    const order = other.slice(...other.range(time, time));
    const later = new Set(order.slice(order.indexOf(item) + 1));
    const next = this.#items.slice(from, to).findIndex((each) => later.has(each));
    const position = next < 0 ? to : from + next;
    this.#times.splice(position, 0, time);
    this.#items.splice(position, 0, item);
  }

  /** Removes an item that was added with that instant. */
  remove(time: number, item: T): void {
    const [from, to] = this.range(time, time);
    const position = this.#items.slice(from, to).indexOf(item);
    if (position < 0) return;
    this.#times.splice(from + position, 1);
    this.#items.splice(from + position, 1);
  }

  /**
   * Returns the positions of the items from `start` to `end`, both inclusive, as a half-open range.
   */
  range(start: number, end: number): [from: number, to: number] {
    const from = this.#firstAtOrAfter(start);
    return [from, Math.max(from, this.#firstAfter(end))];
  }

  /** Returns the instant of the item at a position, or `-Infinity` if there is no such position. */
  timeAt(position: number): number {
    return this.#times[position] ?? -Infinity;
  }

  slice(from: number, to: number): T[] {
    return this.#items.slice(from, to);
  }

  /** Returns all items in order. */
  all(): readonly T[] {
    return this.#items;
  }

  clear(): void {
    this.#times = [];
    this.#items = [];
  }

  #firstAfter(time: number): number {
    return this.#search((other) => other > time);
  }

  #firstAtOrAfter(time: number): number {
    return this.#search((other) => other >= time);
  }

  /**
   * Returns the first position whose instant passes a test. All later instants must pass it too.
   */
  #search(passes: (time: number) => boolean): number {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (passes(this.#times[middle] ?? Infinity)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
