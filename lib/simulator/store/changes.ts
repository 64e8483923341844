/** Hears what becomes of the records of the stores. */
export interface ChangeListener {
  /** A record was added or altered. The change may not be whole before the present synchronous work has ended. */
  changed(store: string, record: object): void;
  removed(store: string, record: object): void;
  /** All stores were emptied. */
  cleared(): void;
}

/**
 * Tells of every change of a record, so that the state can be kept in a folder and the console shows it at once.
 * Whoever alters a record says so, in the same synchronous stretch as the change: `state.changes.tell('cobs', cob)`,
 * with the name of the store's property of `SimulatorState`.
 */
export class Changes {
  private readonly listeners = new Set<ChangeListener>();

  /** @returns a function that ends it */
  subscribe(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  tell(store: string, record: object): void {
    for (const listener of this.listeners) listener.changed(store, record);
  }

  tellRemoved(store: string, record: object): void {
    for (const listener of this.listeners) listener.removed(store, record);
  }

  tellCleared(): void {
    for (const listener of this.listeners) listener.cleared();
  }
}
