import type { SimulatorState } from '../simulator-state.js';

/** Commits work on the state. Resolves to its result and rejects with its refusal. */
export function asPromise<T>(state: SimulatorState, work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(state.commit(work));
  });
}
