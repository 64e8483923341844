import type { CancelTimer, PixRuntime } from '../../runtime/index.js';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions<Item, Result> {
  /** Runs one statement for all items. Resolves to one result per item, in their order. */
  readonly send: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** How many statements may be under way. */
  readonly parallel: number;
  /** After how many milliseconds a statement no longer holds up those behind it. */
  readonly patience: number;
  /** Whether an error can be one item's fault, so that the items are to be sent one by one. */
  readonly isItemsFault: (error: unknown) => boolean;
  readonly runtime: PixRuntime;
}

/** The most items of one statement. */
const MAX_ITEMS = 500;

/**
 * Sends what is asked while a statement is under way as one statement after it, so that many concurrent events share a
 * round trip and a commit. A lone item is sent at once.
 *
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
    const cancel = this.#freeAfterPatience();
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

  /** Frees the statement's place once, when it ends or when it takes too long. */
  #freeAfterPatience(): CancelTimer {
    let isFree = false;
    const free = () => {
      cancel();
      if (isFree) return;
      isFree = true;
      this.#underWay -= 1;
      this.#plan();
    };
    const cancel = this.options.runtime.after(this.options.patience, free, { background: true });
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
