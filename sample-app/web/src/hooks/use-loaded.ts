import { type Inputs, useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, readError } from '../api/call.js';

export interface Loaded<T> {
  /** The latest result. It stays while a reload is in progress or has failed. */
  readonly data: T | undefined;
  readonly isLoading: boolean;
  /** Message of the latest failure. */
  readonly error: string | undefined;
  /** Status of the latest failure; see `ApiError`. */
  readonly status: number | undefined;
  /** Loads again. Resolves when the result is there, also if it is a failure. */
  readonly reload: () => Promise<void>;
  /** Replaces the data, for example by the response of a change. */
  readonly setData: (data: T) => void;
}

type State<T> = Pick<Loaded<T>, 'data' | 'isLoading' | 'error' | 'status'>;

/**
 * Loads data for a page now, and again when one of `inputs` changes. The result of an outdated request is ignored.
 *
 * @param load passes its signal to the request, so that a page that is left ends it
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, inputs: Inputs): Loaded<T> {
  const [state, setState] = useState<State<T>>(EMPTY);
  const running = useRef<AbortController>(undefined);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `load` reads only what the caller lists in `inputs`
  const reload = useCallback(() => start(load, running, setState), inputs);
  useEffect(() => {
    setState(EMPTY);
    void reload();
    return () => abort(running);
  }, [reload]);
  const setData = useCallback((data: T) => setState({ ...EMPTY, data, isLoading: false }), []);
  return { ...state, reload, setData };
}

const EMPTY = { data: undefined, isLoading: true, error: undefined, status: undefined } as const;

function abort({ current }: { readonly current: AbortController | undefined }): void {
  current?.abort();
}

async function start<T>(
  load: (signal: AbortSignal) => Promise<T>,
  running: { current: AbortController | undefined },
  setState: (change: (before: State<T>) => State<T>) => void,
): Promise<void> {
  running.current?.abort();
  const attempt = (running.current = new AbortController());
  setState((before) => ({ ...before, isLoading: true }));
  try {
    const data = await load(attempt.signal);
    if (attempt.signal.aborted) return;
    setState(() => ({ ...EMPTY, data, isLoading: false }));
  } catch (error) {
    if (attempt.signal.aborted) return;
    const status = error instanceof ApiError ? error.status : undefined;
    setState(({ data }) => ({ data, isLoading: false, error: readError(error), status }));
  }
}
