import { ApiError } from '../api/call.js';
import type { Tab } from './browser.js';
import { SharedStream, SILENCE } from './shared-stream.js';

/** Milliseconds after which a visible page asks again for a record that no stream sends. */
const POLL = 1_500;

/** What is known of a record. */
export interface Known {
  readonly record?: unknown;
  /** Why the latest reading failed. The record may be old. */
  readonly failure?: unknown;
}

interface Watched {
  known: Known;
  readonly listeners: Set<() => void>;
  running?: AbortController;
}

/** Follows what the pages of a tab show: by the event stream of the browser, or by asking where there is none. */
export class LiveFeed {
  readonly #watched = new Map<string, Watched>();
  readonly #stream: SharedStream;
  #covered: ReadonlySet<string> = new Set();
  #coveredAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly tab: Tab) {
    this.#stream = new SharedStream(tab, {
      onRecord: (path, record) => this.show(path, record),
      onCovers: (paths) => {
        this.#covered = new Set(paths);
        this.#coveredAt = Date.now();
      },
    });
  }

  /** Reads a record, and calls a listener after each change until the returned function is called. */
  watch(path: string, listener: () => void): () => void {
    const watched = this.#watched.get(path) ?? { known: {}, listeners: new Set() };
    watched.listeners.add(listener);
    if (!this.#watched.has(path)) {
      this.#watched.set(path, watched);
      void this.read(path);
    }
    this.#timer ??= setInterval(() => this.#poll(), POLL);
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size > 0) return;
      watched.running?.abort();
      this.#watched.delete(path);
      this.#follow();
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  peek(path: string): Known {
    return this.#watched.get(path)?.known ?? {};
  }

  /** Shows what a stream or the response of a change says. What is being read may be older. */
  show(path: string, record: unknown): void {
    const watched = this.#watched.get(path);
    if (!watched) return;
    watched.running?.abort();
    this.#set(watched, { record });
  }

  /** Reads a record now. Resolves when the result is there, also if it is a failure. */
  async read(path: string): Promise<void> {
    const watched = this.#watched.get(path);
    if (!watched) return;
    watched.running?.abort();
    const running = (watched.running = new AbortController());
    try {
      const record = await this.tab.read(path, running.signal);
      if (!running.signal.aborted) this.#set(watched, { record });
    } catch (failure) {
      if (!running.signal.aborted) this.#set(watched, { ...watched.known, failure });
    }
    if (watched.running === running) delete watched.running;
  }

  /** The tab is shown: what it shows may be old. */
  shown(): void {
    this.#stream.lead();
    this.#readAll();
  }

  /** The network is away, or there again. Streams may not notice. */
  networkChanged(): void {
    this.#covered = new Set();
    this.#stream.reopen();
    this.#readAll();
  }

  /** The tab is closed, or stopped by the browser until it is shown again. */
  hidden(): void {
    this.#stream.leave();
  }

  #set(watched: Watched, known: Known): void {
    const isFirst = watched.known.record === undefined && known.record !== undefined;
    watched.known = known;
    // A record that cannot be read is not followed.
    if (isFirst) this.#follow();
    for (const listener of watched.listeners) listener();
  }

  #follow(): void {
    const found = [...this.#watched].filter(([, { known }]) => known.record !== undefined);
    this.#stream.follow(found.map(([path]) => path));
  }

  #readAll(): void {
    for (const path of this.#watched.keys()) void this.read(path);
  }

  #poll(): void {
    if (!this.tab.isVisible()) return;
    const isStreaming = Date.now() - this.#coveredAt < SILENCE;
    for (const [path, { known, running }] of this.#watched) {
      const isCovered = isStreaming && this.#covered.has(path);
      if (!isCovered && !running && !isFinal(known)) void this.read(path);
    }
  }
}

/** There is no such record, or a login is needed first. */
function isFinal({ failure }: Known): boolean {
  return failure instanceof ApiError && [401, 404].includes(failure.status);
}
