/** Work that has begun, for a shutdown to wait for. @internal */
export class AtHand {
  private readonly works = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const end = () => {
      this.works.delete(work);
    };
    this.works.add(work);
    work.then(end, end);
    return work;
  }

  /** Resolves when the work that has begun by now has ended, well or badly. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.works);
  }
}
