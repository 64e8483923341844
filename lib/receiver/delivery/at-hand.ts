/** Work that has begun, for a shutdown to wait for. @internal */
export class AtHand {
  private readonly works = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const ended = work.finally(() => this.works.delete(ended));
    this.works.add(ended);
    return ended;
  }

  /** Resolves when what is at hand by now has ended, well or badly. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.works);
  }
}
