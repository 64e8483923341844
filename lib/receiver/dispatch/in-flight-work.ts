/** Tracks in-flight work, so that a shutdown can wait for it. @internal */
export class InFlightWork {
  readonly #works = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const remove = () => {
      this.#works.delete(work);
    };
    this.#works.add(work);
    work.then(remove, remove);
    return work;
  }

  /** Resolves when all work that is in flight now has settled. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#works);
  }
}
