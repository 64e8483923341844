import type { SimulatorState } from '../domain/state/simulator-state.js';

/** Commits synchronous work on the state. Resolves to its result, or rejects with its error. */
export function commitAsync<T>(state: SimulatorState, work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(state.commit(work));
  });
}
