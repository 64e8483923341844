/** How often each request of a call was sent, so that each has a fate of its own. */
export class Sequence {
  private readonly counts = new Map<string, number>();

  next(key: string): string {
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return `${key} #${count}`;
  }
}
