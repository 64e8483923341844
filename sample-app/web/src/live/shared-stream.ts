import { createKey, withQuery } from '../api/call.js';
import { CLOSED, type Note, type Stream, type Tab } from './browser.js';

const LOCK = 'loja-ipe-ao-vivo';

/** Milliseconds in which changes of what is followed become one request. */
const JOIN = 50;

/** Milliseconds after which a refused stream is asked for again; until then pages ask for their records. */
const RETRY = 10_000;

/** Milliseconds without a message after which a stream is lost. The server sends one every 5 seconds. */
export const SILENCE = 12_000;

/** How many records the server streams to one browser. */
const MAX_PATHS = 40;

/** What a stream tells its tab. */
export interface Sink {
  readonly onRecord: (path: string, record: unknown) => void;
  /** Which paths the stream now sends. */
  readonly onCovers: (paths: readonly string[]) => void;
}

/**
 * The one event stream of a browser, because it opens only six connections to a host. The tab that holds a lock has the
 * stream, and passes its records on to the others. It is the tab that was shown last: browsers stop hidden ones.
 */
export class SharedStream {
  readonly #id = createKey();
  readonly #others = new Map<string, readonly string[]>();
  #own: readonly string[] = [];
  #wait: AbortController | undefined;
  #isLeading = false;
  #url = '';
  #stream: Stream | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly tab: Tab,
    private readonly sink: Sink,
  ) {
    if (tab.channel) tab.channel.onmessage = ({ data }) => this.#hear(data);
    this.lead();
  }

  follow(paths: readonly string[]): void {
    this.#own = paths;
    this.#tell({ from: this.#id, follows: paths });
    this.#openSoon();
  }

  /** Takes the stream if the tab is visible, or waits until no other tab has it. */
  lead(isTaken = this.tab.isVisible()): void {
    const { locks, channel } = this.tab;
    if (!locks || !channel || this.#isLeading) return;
    this.#wait?.abort();
    const wait = (this.#wait = new AbortController());
    const options = isTaken ? { steal: true } : { signal: wait.signal };
    const hold = () =>
      new Promise<void>((release) => {
        wait.signal.addEventListener('abort', () => release());
        if (wait.signal.aborted) release();
        else this.#begin();
      });
    locks.request(LOCK, options, hold).catch(() => {
      if (wait.signal.aborted) return;
      // Another tab has taken it.
      this.#end();
      this.lead(false);
    });
  }

  /** Gives up the stream, because the tab is closed or stopped by the browser. */
  leave(): void {
    this.#tell({ from: this.#id, follows: [] });
    this.#wait?.abort();
    this.#end();
  }

  /** Connects again, after the network was away. */
  reopen(): void {
    this.#url = '';
    this.#openSoon();
  }

  #begin(): void {
    this.#isLeading = true;
    this.#others.clear();
    this.#tell({ asks: true });
    this.reopen();
  }

  #end(): void {
    this.#isLeading = false;
    this.#close();
  }

  #close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#stream?.close();
    this.#stream = undefined;
    this.#url = '';
  }

  #openSoon(delay = JOIN): void {
    if (!this.#isLeading) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), delay);
  }

  #open(): void {
    const all = new Set([...this.#own, ...[...this.#others.values()].flat()]);
    const paths = [...all].sort().slice(0, MAX_PATHS);
    const url = paths.map((path) => withQuery('', { caminho: path }).slice(1)).join('&');
    if (url === this.#url) return;
    this.#close();
    this.#cover([]);
    if (paths.length === 0) return;
    this.#url = url;
    const stream = (this.#stream = this.tab.openStream(`/api/live?${url}`));
    // A proxy may hold back messages, so only what has arrived is covered.
    const arrived = new Set<string>();
    this.#watch();
    stream.onmessage = ({ data }) => {
      this.#watch();
      const path = this.#pass(data);
      if (path !== undefined) arrived.add(path);
      this.#cover([...arrived]);
    };
    stream.onerror = () => {
      arrived.clear();
      if (stream.readyState === CLOSED) this.#lose(RETRY);
      else this.#cover([]);
    };
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#lose(0), SILENCE);
  }

  #lose(delay: number): void {
    this.#close();
    this.#cover([]);
    this.#openSoon(delay);
  }

  /** Passes a record on and returns its path. A message without one only shows that the stream is alive. */
  #pass(data: string): string | undefined {
    const { caminho, registro } = JSON.parse(data) as { caminho?: string; registro?: unknown };
    if (caminho === undefined) return undefined;
    this.sink.onRecord(caminho, registro);
    this.#tell({ path: caminho, record: registro });
    return caminho;
  }

  #cover(paths: readonly string[]): void {
    this.sink.onCovers(paths);
    this.#tell({ covers: paths });
  }

  #tell(note: Note): void {
    this.tab.channel?.postMessage(note);
  }

  #hear(note: Note): void {
    if ('path' in note) this.sink.onRecord(note.path, note.record);
    else if ('covers' in note) this.sink.onCovers(note.covers);
    else if ('asks' in note) this.#tell({ from: this.#id, follows: this.#own });
    else {
      this.#others.set(note.from, note.follows);
      this.#openSoon();
    }
  }
}
