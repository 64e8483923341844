import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useReducer } from 'preact/hooks';
import { ApiError, readError } from '../api/call.js';
import type { Loaded } from '../hooks/use-loaded.js';
import { openTab } from './browser.js';
import { LiveFeed } from './live-feed.js';

export interface Live<T> extends Loaded<T> {
  /** The latest reading failed, so that the data may be old. */
  readonly isOffline: boolean;
}

let shared: LiveFeed | undefined;

/** The feed of this tab, with what happens to the tab. */
function openFeed(): LiveFeed {
  const feed = new LiveFeed(openTab());
  const show = () => {
    if (document.visibilityState === 'visible') feed.shown();
  };
  document.addEventListener('visibilitychange', show);
  document.addEventListener('resume', () => feed.shown());
  document.addEventListener('freeze', () => feed.hidden());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) feed.shown();
  });
  addEventListener('pagehide', () => feed.hidden());
  for (const name of ['online', 'offline']) addEventListener(name, () => feed.networkChanged());
  return feed;
}

/** Replaces the feed of the tab, in tests. */
export const FeedContext = createContext<LiveFeed | undefined>(undefined);

/** Reads a record or a list by its path, and shows each of its changes: pages have no other way to follow one. */
export function useLive<T>(path: string): Live<T> {
  const given = useContext(FeedContext);
  const feed = given ?? (shared ??= openFeed());
  const [, render] = useReducer<number, undefined>((count) => count + 1, 0);
  useEffect(() => feed.watch(path, () => render(undefined)), [feed, path]);
  const { record, failure } = feed.peek(path);
  const reload = useCallback(() => feed.read(path), [feed, path]);
  const setData = useCallback((data: T) => feed.show(path, data), [feed, path]);
  return {
    data: record as T | undefined,
    isLoading: record === undefined && failure === undefined,
    error: failure === undefined ? undefined : readError(failure),
    status: failure instanceof ApiError ? failure.status : undefined,
    isOffline: record !== undefined && failure !== undefined,
    reload,
    setData,
  };
}
