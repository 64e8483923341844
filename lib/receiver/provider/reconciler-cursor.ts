/**
 * An item of the provider's list that the reconciler could not read as a Pix. It may be a payment
 * that no handler knows.
 */
export interface PixReconcilerDeadLetter {
  /** Identifies the item by a digest of its content. Contains no personal data. */
  readonly key: string;
  /** The item as the provider listed it. Contains the payer's data. */
  readonly item: unknown;
  /** When it was first listed, RFC 3339. */
  readonly since: string;
  /**
   * Whether only its refunds are missing: it was listed because of them, and the Pix itself is in a
   * period that was reconciled before.
   */
  readonly refundsOnly: boolean;
  /** The tenant; absent if the receiver's path has no `:tenant`. */
  readonly tenant?: string;
}

/**
 * Stores the cursor of `PixReconciler`: the instant before which every received Pix has been
 * handled, or is a dead letter. If the cursor is lost, the next listing is longer; no Pix is lost.
 *
 * The three methods of dead letters belong together. Without them, the cursor does not move past an
 * item that cannot be read.
 */
export interface PixReconcilerCursor {
  /** Returns `undefined` before the first run. */
  load(): Date | undefined | Promise<Date | undefined>;
  save(instant: Date): void | Promise<void>;
  /**
   * Stores a dead letter, unless one with its key is stored or was discarded.
   *
   * @returns whether it was stored now
   */
  addDeadLetter?(letter: PixReconcilerDeadLetter): boolean | Promise<boolean>;
  /** Returns all dead letters. */
  deadLetters?(): readonly PixReconcilerDeadLetter[] | Promise<readonly PixReconcilerDeadLetter[]>;
  /**
   * Deletes the content of a dead letter after it was handled. Remembers its key, because the
   * provider lists the item again.
   *
   * @returns false if there is no such dead letter
   */
  discard?(key: string): boolean | Promise<boolean>;
}

/** The default cursor: keeps the instant and the dead letters until the process ends. */
export class InMemoryReconcilerCursor implements PixReconcilerCursor {
  #instant: Date | undefined;
  /** Without content if it was discarded. */
  readonly #letters = new Map<string, PixReconcilerDeadLetter | undefined>();

  load(): Date | undefined {
    return this.#instant;
  }

  save(instant: Date): void {
    this.#instant = instant;
  }

  addDeadLetter(letter: PixReconcilerDeadLetter): boolean {
    if (this.#letters.has(letter.key)) return false;
    this.#letters.set(letter.key, letter);
    return true;
  }

  deadLetters(): readonly PixReconcilerDeadLetter[] {
    return [...this.#letters.values()].filter((letter) => letter !== undefined);
  }

  discard(key: string): boolean {
    if (!this.#letters.get(key)) return false;
    this.#letters.set(key, undefined);
    return true;
  }
}
