import { jest } from '@jest/globals';

/** Records the lengths of new timers and of those that are running. `jest.restoreAllMocks()` stops it. */
export function watchTimers() {
  const set = jest.spyOn(globalThis, 'setTimeout');
  const clear = jest.spyOn(globalThis, 'clearTimeout');
  const lengths = () => set.mock.calls.map(([, ms]) => ms);
  const cleared = (): unknown[] => clear.mock.calls.map(([timer]) => timer);
  return {
    lengths,
    running: () => lengths().filter((_ms, at) => !cleared().includes(set.mock.results[at]?.value)),
    /** Returns the last timer that was set. */
    last: () => set.mock.results.at(-1)?.value as NodeJS.Timeout,
  };
}
