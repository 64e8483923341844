import { jest } from '@jest/globals';
import { systemRuntime } from '../../../lib/runtime/index.js';

/**
 * Lets the waits and limits of the library in this process pass `times` as fast from now on, but not the date, nor the
 * limits of single attempts. Call it after the start of a shop, which takes longer on a busy machine.
 * `jest.restoreAllMocks()` restores it, once nothing waits any more.
 */
export function hasten(times: number): void {
  const { elapsed, after } = systemRuntime;
  const start = elapsed();
  jest
    .spyOn(systemRuntime, 'elapsed')
    .mockImplementation(() => start + (elapsed() - start) * times);
  jest
    .spyOn(systemRuntime, 'after')
    .mockImplementation((ms, action, options) => after(ms / times, action, options));
}
