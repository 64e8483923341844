import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { type Loaded, useLoaded } from './use-loaded.js';

/** Milliseconds after which a page asks again that has no stream. */
const POLL = 3_000;

export interface Live<T> extends Loaded<T> {
  /** The connection to the shop is lost, so that the data may be old. */
  readonly isOffline: boolean;
}

/**
 * Follows a record: reads it, and replaces it by each one that the event stream `<path>/events` sends. Where there is no
 * stream, it asks again every few seconds. A hidden tab has none, because a browser opens only six connections to a host; the
 * record is read again when the tab is shown.
 */
export function useLive<T>(path: string): Live<T> {
  const loaded = useLoaded((signal) => call<T>(path, { signal }), [path]);
  const [isBroken, setBroken] = useState(false);
  const latest = useRef(loaded);
  useLayoutEffect(() => {
    latest.current = loaded;
  });
  const isFound = loaded.data !== undefined;
  useEffect(() => {
    if (!isFound) return undefined;
    let stream: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(timer);
      stream?.close();
    };
    const open = () => {
      close();
      if (document.visibilityState === 'hidden') return;
      const opened = (stream = new EventSource(`${path}/events`));
      // The answer may come after the network was lost.
      opened.onopen = () => setBroken(!navigator.onLine);
      opened.onmessage = ({ data }: MessageEvent<string>) =>
        latest.current.setData(JSON.parse(data) as T);
      opened.onerror = () => {
        setBroken(true);
        // The browser reconnects by itself, but not after an answer that is no stream.
        if (opened.readyState === EventSource.CLOSED) timer = setTimeout(poll, POLL);
      };
    };
    const poll = () => {
      void latest.current.reload().then(() => setBroken(latest.current.error !== undefined));
      open();
    };
    const lose = () => setBroken(true);
    open();
    addEventListener('offline', lose);
    addEventListener('online', poll);
    document.addEventListener('visibilitychange', poll);
    return () => {
      removeEventListener('offline', lose);
      removeEventListener('online', poll);
      document.removeEventListener('visibilitychange', poll);
      close();
    };
  }, [path, isFound]);
  return { ...loaded, isOffline: isBroken || (isFound && loaded.error !== undefined) };
}
