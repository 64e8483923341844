/**
 * Renews the leases of the keys that this process is at, so that they end soon after the process does and not before.
 * The timer runs while a key is held, and keeps no process alive.
 *
 * @internal
 */
export class LeaseKeeper {
  private readonly held = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    /** How long a lease lasts without being renewed, in milliseconds. */
    private readonly lease: number,
    private readonly renew: (keys: readonly string[]) => Promise<unknown>,
  ) {}

  hold(key: string): void {
    this.held.add(key);
    // Two renewals may fail before a lease is lost.
    this.timer ??= setInterval(() => void this.beat(), this.lease / 3).unref();
  }

  /** Whatever becomes of the key, this process does not keep it any longer. */
  release(key: string): void {
    this.held.delete(key);
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Waits for no beat before it: one on a connection that has died may hang for longer than the lease. */
  private async beat(): Promise<void> {
    try {
      await this.renew([...this.held]);
    } catch {
      // The next beat tries again; completing or releasing the key tells of a store that is away.
    }
  }
}
