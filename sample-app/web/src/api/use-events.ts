import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * Follows a stream of server-sent events. The browser reconnects by itself when the stream breaks.
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
    const stream = new EventSource(url);
    stream.onopen = () => setBroken(false);
    stream.onerror = () => setBroken(true);
    stream.onmessage = ({ data }: MessageEvent<string>) => latest.current(data);
    return () => stream.close();
  }, [url]);
  return isBroken;
}
