import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Milliseconds after which a stream is opened again that the browser has given up. */
const REOPEN = 3_000;

/**
 * Follows a stream of server-sent events. The browser reconnects by itself when the stream breaks, but not after an answer
 * that is no stream, such as 502 of a proxy while the shop restarts. A lost network does not break a stream: the browser
 * says so separately, and the stream is opened again afterwards, so that the state is a current one.
 *
 * @param url address of the stream; `undefined` ends it
 * @param onEvent called with the data of each event, usually JSON
 * @returns whether the connection is broken
 */
export function useEvents(url: string | undefined, onEvent: (data: string) => void): boolean {
  const [isBroken, setBroken] = useState(false);
  const latest = useRef(onEvent);
  useLayoutEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    setBroken(false);
    if (url === undefined) return undefined;
    let stream: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      clearTimeout(timer);
      stream?.close();
      const opened = (stream = new EventSource(url));
      opened.onopen = () => setBroken(false);
      opened.onerror = () => {
        setBroken(true);
        if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN);
      };
      opened.onmessage = ({ data }: MessageEvent<string>) => latest.current(data);
    };
    const lose = () => setBroken(true);
    open();
    addEventListener('offline', lose);
    addEventListener('online', open);
    return () => {
      removeEventListener('offline', lose);
      removeEventListener('online', open);
      clearTimeout(timer);
      stream?.close();
    };
  }, [url]);
  return isBroken;
}
