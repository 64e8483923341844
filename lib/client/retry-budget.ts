/** The part of a repeat that a success adds to the budget. */
const EARNED = 0.2;

/**
 * Limits the repeats of all calls of one client, as a token bucket: a repeat takes one token and
 * returns it on success; any other success adds a fifth. While a provider is down the bucket runs
 * empty, and calls fail after their first attempt.
 */
export class RetryBudget {
  #left: number;
  readonly #capacity: number;

  /** @param capacity how many repeats in a row are allowed; `false` for no limit */
  constructor(capacity: number | false) {
    this.#capacity = capacity === false ? Infinity : capacity;
    this.#left = this.#capacity;
  }

  /** The largest number of repeats in a row; `Infinity` for no limit. */
  get capacity(): number {
    return this.#capacity;
  }

  /** The number of repeats left. */
  get left(): number {
    return this.#left;
  }

  /**
   * Takes one repeat.
   *
   * @returns `false` if none is left
   */
  take(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Records a success of a repeat or of a first attempt. */
  earn(ofRepeat: boolean): void {
    this.#left = Math.min(this.#capacity, this.#left + (ofRepeat ? 1 : EARNED));
  }
}
