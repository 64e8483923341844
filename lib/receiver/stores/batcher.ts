import type { CancelTimer, PixRuntime } from '../../runtime/index.js';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions<Item, Result> {
  /** Runs one statement for all items. Resolves to one result per item, in order. */
  readonly send: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The maximum number of concurrent statements. */
  readonly parallel: number;
  /** The time in milliseconds after which a statement no longer blocks the following ones. */
  readonly slotTimeout: number;
  /** Whether an item may have caused the error, so that the items must be sent individually. */
  readonly isItemsFault: (error: unknown) => boolean;
  readonly runtime: PixRuntime;
}

/** The maximum number of items in one statement. */
const MAX_ITEMS = 500;

/**
 * One concurrent statement of each kind gives the largest batches, which cost the server the least
 * for each event. A statement whose connection may be dead no longer blocks the next one.
 * @internal
 */
export const ONE_AT_A_TIME = { parallel: 1, slotTimeout: 250 } as const;

/**
 * Collects the items that arrive while a statement is running and sends them in the next one, so
 * that concurrent events share a round trip and a commit. A single item is sent at once.
 * @internal
 */
export class Batcher<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;
  #planned = false;

  constructor(private readonly options: BatcherOptions<Item, Result>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#planned || this.#waiting.length === 0) return;
    if (this.#underWay >= this.options.parallel) return;
    this.#planned = true;
    queueMicrotask(() => {
      this.#planned = false;
      void this.#send(this.#waiting.splice(0, MAX_ITEMS));
      this.#plan();
    });
  }

  async #send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#underWay += 1;
    const cancel = this.#freeAfterTimeout();
    try {
      const results = await this.options.send(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length > 1 && this.options.isItemsFault(error)) await this.#sendEach(batch);
      else for (const { reject } of batch) reject(error);
    } finally {
      cancel();
    }
  }

  /** Frees the statement's slot once, when the statement ends or takes too long. */
  #freeAfterTimeout(): CancelTimer {
    let isFree = false;
    const free = () => {
      cancel();
      if (isFree) return;
      isFree = true;
      this.#underWay -= 1;
      this.#plan();
    };
    const cancel = this.options.runtime.after(this.options.slotTimeout, free, { background: true });
    return free;
  }

  async #sendEach(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const { item, resolve, reject } of batch) {
      try {
        const [result] = await this.options.send([item]);
        resolve(result as Result);
      } catch (error) {
        reject(error);
      }
    }
  }
}
