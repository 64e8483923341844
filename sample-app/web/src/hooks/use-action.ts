import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readError } from '../api/call.js';

export interface Action<Args extends readonly unknown[]> {
  /** Runs the action, unless it is running. Never rejects: a failure is in `error`. */
  readonly run: (...args: Args) => Promise<void>;
  readonly isBusy: boolean;
  /** Message of the failure, until the next run. */
  readonly error: string | undefined;
  readonly clearError: () => void;
}

/** The action of a button: tells whether it is running, and why the last run failed. */
export function useAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const latest = useRef(action);
  const isRunning = useRef(false);
  // Before the next event: Enter right after the last key must send what was typed.
  useLayoutEffect(() => {
    latest.current = action;
  });
  const run = useCallback(async (...args: Args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await latest.current(...args);
    } catch (failure) {
      setError(readError(failure));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  const clearError = useCallback(() => setError(undefined), []);
  return { run, isBusy, error, clearError };
}
