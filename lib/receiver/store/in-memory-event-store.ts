import type { PixEventState, PixEventStore } from './pix-event-store.js';

export interface InMemoryEventStoreOptions {
  /** How long a completed key is remembered, in seconds. Default: 7 days. */
  ttl?: number | undefined;
  /** How many completed keys are remembered; the oldest is forgotten first. Default: 100,000. */
  maxEntries?: number | undefined;
  /** Milliseconds that only grow. Default: the process' own clock. */
  now?: (() => number) | undefined;
}

/**
 * The default {@link PixEventStore}: it knows what this process handled since it started, no more. With several
 * processes, or where a repeat after a restart does harm, give the receiver a shared store.
 */
export class InMemoryEventStore implements PixEventStore {
  readonly #running = new Set<string>();
  /** When each key may be forgotten. All live equally long, so the order of insertion is the order of expiry. */
  readonly #done = new Map<string, number>();
  readonly #ttl: number;
  readonly #maxEntries: number;
  readonly #now: () => number;

  constructor(options: InMemoryEventStoreOptions = {}) {
    this.#ttl = (options.ttl ?? 7 * 24 * 60 * 60) * 1000;
    this.#maxEntries = options.maxEntries ?? 100_000;
    this.#now = options.now ?? (() => performance.now());
  }

  begin(key: string): PixEventState {
    this.#forget();
    if (this.#done.has(key)) return 'done';
    if (this.#running.has(key)) return 'running';
    this.#running.add(key);
    return 'new';
  }

  complete(key: string): void {
    this.#running.delete(key);
    this.#done.delete(key);
    this.#done.set(key, this.#now() + this.#ttl);
    this.#forget();
  }

  fail(key: string): void {
    this.#running.delete(key);
  }

  #forget(): void {
    const now = this.#now();
    for (const [key, expiresAt] of this.#done) {
      if (expiresAt > now && this.#done.size <= this.#maxEntries) return;
      this.#done.delete(key);
    }
  }
}
