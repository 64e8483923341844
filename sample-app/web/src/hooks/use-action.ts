import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readError, readFields } from '../api/call.js';

export interface Action<Args extends readonly unknown[]> {
  /** Runs the action, unless it is running. Never rejects: a failure is in `error`. */
  readonly run: (...args: Args) => Promise<void>;
  readonly isBusy: boolean;
  /** Message of the failure, until the next run. */
  readonly error: string | undefined;
  /** Messages about single fields, by their names in the request. */
  readonly fields: Readonly<Record<string, string>>;
  readonly clearError: () => void;
}

const NONE = { error: undefined, fields: {} };

/** The action of a button: tells whether it is running, and why the last run failed. */
export function useAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Pick<Action<Args>, 'error' | 'fields'>>(NONE);
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
    setFailure(NONE);
    try {
      await latest.current(...args);
    } catch (error) {
      setFailure({ error: readError(error), fields: readFields(error) });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  const clearError = useCallback(() => setFailure(NONE), []);
  return { run, isBusy, ...failure, clearError };
}
