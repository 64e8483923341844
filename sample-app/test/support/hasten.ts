import { jest } from '@jest/globals';
import { systemRuntime } from '../../../lib/runtime/index.js';

/**
 * Lets the waits and limits of the library in this process pass `times` as fast, but not the date. What depends on their
 * order stays as it is. `jest.restoreAllMocks()` restores it, once nothing waits any more.
 */
export function hasten(times: number): void {
  const { elapsed, after } = systemRuntime;
  jest.spyOn(systemRuntime, 'elapsed').mockImplementation(() => elapsed() * times);
  jest
    .spyOn(systemRuntime, 'after')
    .mockImplementation((ms, action, options) => after(ms / times, action, options));
}
