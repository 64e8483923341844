import { call } from '../api/call.js';

/** An open `EventSource`. */
export interface Stream {
  onmessage: ((message: { readonly data: string }) => void) | null;
  onerror: (() => void) | null;
  readonly readyState: number;
  close: () => void;
}

/** What the tabs of a browser tell each other. */
export type Note =
  /** What a tab follows. */
  | { readonly from: string; readonly follows: readonly string[] }
  /** The tab that now has the stream asks the others what they follow. */
  | { readonly asks: true }
  | { readonly path: string; readonly record: unknown }
  /** What the stream sends. The rest must be asked for. */
  | { readonly covers: readonly string[] };

export interface Channel {
  onmessage: ((event: { readonly data: Note }) => void) | null;
  postMessage: (note: Note) => void;
}

/** What following needs of a tab, so that tests can have many tabs. */
export interface Tab {
  readonly isVisible: () => boolean;
  /** Absent without https, except on this machine. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly channel: Channel | undefined;
  readonly openStream: (url: string) => Stream;
  readonly read: (path: string, signal: AbortSignal) => Promise<unknown>;
}

/** `EventSource.CLOSED`: the answer was no stream, so the browser does not connect again. */
export const CLOSED = 2;

const NAME = 'loja-ipe-ao-vivo';

/** The tab of this page. */
export function openTab(): Tab {
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME);
  return {
    isVisible: () => document.visibilityState === 'visible',
    locks,
    channel: channel as Channel | undefined,
    openStream: (url) => new EventSource(url) as unknown as Stream,
    read: (path, signal) => call(path, { signal }),
  };
}
