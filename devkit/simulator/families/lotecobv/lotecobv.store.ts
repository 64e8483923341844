import type { RecordFeed } from '../../kernel/record-feed.js';
import { TimedRecordStore } from '../../kernel/record-store.js';
import type { LoteItem, LoteRecord } from './lotecobv.record.js';

/**
 * First number for batches whose identifier is not a number. The maximum of the filter `loteCobVId`
 * is 2147483647.
 */
const FIRST_NUMBER = 1_000_000_000;

/** Batches, with an index of their items by txid. */
export class LoteStore extends TimedRecordStore<LoteRecord> {
  readonly #items = new Map<string, LoteItem>();
  readonly #numbers = new Set<number>();

  constructor(feed: RecordFeed, name: string) {
    super(feed, { name, getKey: ({ id }) => id });
  }

  /** Finds the item of a charge in its batch. */
  findItem(txid: string): LoteItem | undefined {
    return this.#items.get(txid);
  }

  /**
   * Chooses the number of a new batch: its identifier if that is a free number, otherwise a high
   * free number.
   */
  numberFor(id: string): number {
    const own = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : NaN;
    if (own > 0 && !this.#numbers.has(own)) return own;
    let number = FIRST_NUMBER + this.size;
    while (this.#numbers.has(number)) number += 1;
    return number;
  }

  override clear(): void {
    super.clear();
    this.#items.clear();
    this.#numbers.clear();
  }

  protected override insert(lote: LoteRecord): void {
    super.insert(lote);
    for (const item of lote.itens) this.#items.set(item.txid, item);
    this.#numbers.add(lote.numero);
  }
}
