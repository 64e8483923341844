/**
 * Stores the cursor of `PixReconciler`: the instant before which every received Pix has been
 * handled. If the cursor is lost, the next listing is longer; no Pix is lost.
 */
export interface PixReconcilerCursor {
  /** Returns `undefined` before the first run. */
  load(): Date | undefined | Promise<Date | undefined>;
  save(instant: Date): void | Promise<void>;
}

/** The default cursor: keeps the instant until the process ends. */
export class InMemoryReconcilerCursor implements PixReconcilerCursor {
  #instant: Date | undefined;

  load(): Date | undefined {
    return this.#instant;
  }

  save(instant: Date): void {
    this.#instant = instant;
  }
}
