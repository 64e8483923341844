import { jest } from '@jest/globals';

/** The lengths of the timers that are set from now on, and of those that run. `jest.restoreAllMocks()` ends it. */
export function watchTimers() {
  const set = jest.spyOn(globalThis, 'setTimeout');
  const clear = jest.spyOn(globalThis, 'clearTimeout');
  const lengths = () => set.mock.calls.map(([, ms]) => ms);
  const cleared = (): unknown[] => clear.mock.calls.map(([timer]) => timer);
  return {
    lengths,
    running: () => lengths().filter((_ms, at) => !cleared().includes(set.mock.results[at]?.value)),
    /** The timer that was set last. */
    last: () => set.mock.results.at(-1)?.value as NodeJS.Timeout,
  };
}
