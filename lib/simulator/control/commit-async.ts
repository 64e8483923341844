import type { SimulatorState } from '../domain/state/simulator-state.js';

/** Commits work on the state. Resolves to its result and rejects with its refusal. */
export function asPromise<T>(state: SimulatorState, work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(state.commit(work));
  });
}
