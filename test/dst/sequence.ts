/** Numbers the requests of a call, so that each has its own fault. */
export class Sequence {
  private readonly counts = new Map<string, number>();

  next(key: string): string {
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return `${key} #${count}`;
  }
}
