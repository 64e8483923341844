/** The listener interface of a signal; the signal type of Axios is compatible. */
export interface AbortSource {
  readonly aborted?: boolean;
  addEventListener?: (type: 'abort', listener: () => void) => void;
  removeEventListener?: (type: 'abort', listener: () => void) => void;
}

/** The callbacks of each signal. */
const callbacks = new WeakMap<
  object,
  { readonly all: Set<() => void>; readonly run: () => void }
>();

/**
 * Calls `callback` when `signal` aborts. All callbacks of a signal share one listener, so that a
 * signal used by thousands of calls causes no `MaxListenersExceededWarning`.
 *
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSource, callback: () => void): () => void {
  let entry = callbacks.get(signal);
  if (entry === undefined) {
    const all = new Set<() => void>();
    entry = {
      all,
      run: () => {
        for (const each of [...all]) each();
      },
    };
    callbacks.set(signal, entry);
  }
  const { all, run } = entry;
  const own = () => callback();
  if (all.size === 0) signal.addEventListener?.('abort', run);
  all.add(own);
  return () => {
    if (all.delete(own) && all.size === 0) signal.removeEventListener?.('abort', run);
  };
}
