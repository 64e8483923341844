import type { Subscription } from 'rxjs';
import { Live } from '../../../src/charges/live.js';
import { ApiError } from '../../src/api/call.js';
import { type Channel, CLOSED, type Note, type Stream, type Tab } from '../../src/live/browser.js';
import { LiveFeed } from '../../src/live/live-feed.js';

/** A shop whose records are read by path. */
export type Read = (path: string) => object;

/** Milliseconds after which a browser connects a stream again that broke. */
const RECONNECT = 3_000;

/** The network between a browser and the shop. */
export class ModelNetwork {
  readonly live = new Live();
  readonly streams = new Set<ModelStream>();
  isUp = true;
  /** The shop refuses streams, as when there are too many. */
  isRefusing = false;
  /** Streams deliver nothing, and nobody notices. */
  isSilent = false;
  /** How many times a record was asked for. */
  requests = 0;

  constructor(readonly read: Read) {
    for (const path of ['orders', 'invoices', 'subscriptions', 'admin/charges']) {
      this.live.serve(`/api/${path}`, async (id) =>
        read(`/api/${path}${id === '' ? '' : `/${id}`}`),
      );
    }
    for (const path of ['payments', 'refunds', 'tasks', 'invoices', 'deliveries']) {
      this.live.serve(`/api/admin/${path}`, async () => read(`/api/admin/${path}`));
    }
  }

  async request(path: string): Promise<unknown> {
    this.requests += 1;
    await Promise.resolve();
    if (!this.isUp) throw new ApiError('Sem conexão', 0);
    return JSON.parse(JSON.stringify(this.read(path))) as unknown;
  }

  /** All streams break, as when the shop restarts. */
  cut(): void {
    for (const stream of this.streams) stream.break();
  }
}

/** An `EventSource` of the model. */
class ModelStream implements Stream {
  onmessage: Stream['onmessage'] = null;
  onerror: Stream['onerror'] = null;
  readyState = 0;
  #sent: Subscription | undefined;
  #timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly network: ModelNetwork,
    private readonly url: string,
  ) {
    network.streams.add(this);
    this.#timer = setTimeout(() => this.#connect(), 0);
  }

  close(): void {
    this.readyState = CLOSED;
    clearTimeout(this.#timer);
    this.#sent?.unsubscribe();
    this.network.streams.delete(this);
  }

  break(): void {
    this.#sent?.unsubscribe();
    this.readyState = 0;
    this.onerror?.();
    if (this.readyState !== CLOSED) this.#timer = setTimeout(() => this.#connect(), RECONNECT);
  }

  #connect(): void {
    const { isUp, isRefusing, live } = this.network;
    if (!isUp) {
      this.break();
      return;
    }
    if (isRefusing) {
      this.readyState = CLOSED;
      this.onerror?.();
      return;
    }
    this.readyState = 1;
    const paths = new URL(this.url, 'http://loja').searchParams.getAll('caminho');
    this.#sent = live.follow(paths).subscribe(({ data }) => {
      if (!this.network.isSilent) this.onmessage?.({ data: data as string });
    });
  }
}

interface Waiting {
  readonly hold: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/** The lock that tabs share, as Web Locks specify it. */
class ModelLocks {
  #holder: Waiting | undefined;
  #queue: Waiting[] = [];

  request(options: LockOptions, hold: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = { hold, resolve, reject };
      options.signal?.addEventListener('abort', () => {
        const index = this.#queue.indexOf(entry);
        if (index < 0) return;
        this.#queue.splice(index, 1);
        reject(new Error('AbortError'));
      });
      if (options.steal === true) {
        const robbed = this.#holder;
        this.#grant(entry);
        robbed?.reject(new Error('AbortError'));
      } else {
        this.#queue.push(entry);
        this.#next();
      }
    });
  }

  /** A tab has crashed: it neither holds the lock nor waits for it. */
  free(isOf: (hold: Waiting['hold']) => boolean): void {
    this.#queue = this.#queue.filter(({ hold }) => !isOf(hold));
    if (!this.#holder || !isOf(this.#holder.hold)) return;
    this.#holder = undefined;
    this.#next();
  }

  #grant(entry: Waiting): void {
    this.#holder = entry;
    void entry.hold().then(() => {
      if (this.#holder === entry) this.#holder = undefined;
      entry.resolve();
      this.#next();
    });
  }

  #next(): void {
    if (this.#holder) return;
    const entry = this.#queue.shift();
    if (entry) this.#grant(entry);
  }
}

/** Tabs of one browser. */
export class ModelBrowser {
  readonly tabs: ModelTab[] = [];
  readonly #locks = new ModelLocks();
  readonly #channels = new Set<Channel>();

  constructor(
    readonly network: ModelNetwork,
    private readonly has: { readonly locks: boolean } = { locks: true },
  ) {}

  /** Opens a tab, which is shown, and so hides none: windows may be side by side. */
  open(path: string): ModelTab {
    const tab = new ModelTab(this, path, this.has.locks);
    this.tabs.push(tab);
    return tab;
  }

  addChannel(): Channel {
    const channel: Channel = {
      onmessage: null,
      postMessage: (note: Note) => {
        const data = JSON.parse(JSON.stringify(note)) as Note;
        for (const other of this.#channels) {
          if (other !== channel) queueMicrotask(() => other.onmessage?.({ data }));
        }
      },
    };
    this.#channels.add(channel);
    return channel;
  }

  removeChannel(channel: Channel): void {
    this.#channels.delete(channel);
  }

  lock(options: LockOptions, hold: () => Promise<void>): Promise<void> {
    return this.#locks.request(options, hold);
  }

  freeLock(isOf: (hold: () => Promise<void>) => boolean): void {
    this.#locks.free(isOf);
  }

  close(): void {
    for (const tab of this.tabs) tab.close();
  }
}

export class ModelTab {
  readonly feed: LiveFeed;
  isVisible = true;
  #isGone = false;
  readonly #channel: Channel;
  readonly #streams: ModelStream[] = [];
  readonly #holds = new Set<() => Promise<void>>();
  readonly #unwatch: () => void;

  constructor(
    private readonly browser: ModelBrowser,
    readonly path: string,
    hasLocks: boolean,
  ) {
    this.#channel = browser.addChannel();
    const request = (_: string, options: LockOptions, hold: () => Promise<void>) => {
      this.#holds.add(hold);
      return browser.lock(options, hold);
    };
    const tab: Tab = {
      isVisible: () => this.isVisible,
      locks: hasLocks ? ({ request } as unknown as Tab['locks']) : undefined,
      channel: this.#channel,
      openStream: (url) => {
        const stream = new ModelStream(browser.network, url);
        this.#streams.push(stream);
        return stream;
      },
      read: (path_) => browser.network.request(path_),
    };
    this.feed = new LiveFeed(tab);
    this.#unwatch = this.feed.watch(path, () => undefined);
  }

  show(): void {
    this.isVisible = true;
    this.feed.shown();
  }

  hide(): void {
    this.isVisible = false;
  }

  close(): void {
    if (this.#isGone) return;
    this.feed.hidden();
    this.crash();
  }

  /** Ends without telling anybody, as a browser ends a tab. */
  crash(): void {
    this.#isGone = true;
    this.#unwatch();
    this.browser.removeChannel(this.#channel);
    for (const stream of this.#streams) stream.close();
    this.browser.freeLock((hold) => this.#holds.has(hold));
    this.browser.tabs.splice(this.browser.tabs.indexOf(this), 1);
  }
}
