import { useEffect } from 'preact/hooks';
import type { Loaded } from './use-loaded.js';

/** Milliseconds between two attempts. */
const PAUSE = 3_000;

/** Loads again what a page shows already, until it succeeds: its event stream tells each change only once. */
export function useRetry({
  data,
  error,
  isLoading,
  reload,
}: Omit<Loaded<unknown>, 'setData'>): void {
  const hasFailed = data !== undefined && error !== undefined && !isLoading;
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setTimeout(() => void reload(), PAUSE);
    return () => clearTimeout(timer);
  }, [hasFailed, reload]);
}
