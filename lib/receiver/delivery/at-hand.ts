/** Work that has begun, for a shutdown to wait for. @internal */
export class AtHand {
  private readonly works = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const ended = work.finally(() => this.works.delete(ended));
    this.works.add(ended);
    return ended;
  }

  /** Resolves when nothing is at hand any more, however it ended. */
  async ended(): Promise<void> {
    while (this.works.size > 0) await Promise.allSettled(this.works);
  }
}
