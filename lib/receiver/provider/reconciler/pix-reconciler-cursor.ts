/**
 * Keeps the place of `PixReconciler`: the instant before which every received Pix has been handled. A place that is lost
 * costs a longer listing, never a Pix.
 */
export interface PixReconcilerCursor {
  /** `undefined` before the first run. */
  load(): Date | undefined | Promise<Date | undefined>;
  save(place: Date): void | Promise<void>;
}

/** The default: knows the place until the process ends. */
export class InMemoryReconcilerCursor implements PixReconcilerCursor {
  #place: Date | undefined;

  load(): Date | undefined {
    return this.#place;
  }

  save(place: Date): void {
    this.#place = place;
  }
}
