/** Makes changes of the state durable. */
export interface StateCommitter {
  /**
   * Runs `work` and writes its changes before it returns.
   *
   * @param work synchronous
   * @throws SimulatorProblem `ServicoIndisponivel` if the changes cannot be written; they are
   * undone
   */
  commit<T>(work: () => T): T;
}

/** The committer of a state that is only in memory. */
export const inMemory: StateCommitter = { commit: (work) => work() };
