/** Makes changes of the state durable. */
export interface StateCommitter {
  /**
   * Runs `work`, which is synchronous, and writes what it changed before it returns.
   *
   * @throws SimulatorProblem `ServicoIndisponivel` when the changes cannot be written; they are undone then
   */
  commit<T>(work: () => T): T;
}

/** The committer of a state that lives in memory only. */
export const inMemory: StateCommitter = { commit: (work) => work() };
