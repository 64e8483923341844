import type { RecordFeed } from '../../kernel/record-feed.js';
import { TimedRecordStore } from '../../kernel/record-store.js';
import type { LoteItem, LoteRecord } from './lotecobv.record.js';

/** First number of batches whose identifier is not a number; the filter `loteCobVId` ends at 2147483647. */
const FIRST_OF_TEXTS = 1_000_000_000;

/** Batches, also by the txid of their charges. */
export class LoteStore extends TimedRecordStore<LoteRecord> {
  private readonly items = new Map<string, LoteItem>();
  private readonly numbers = new Set<number>();

  constructor(feed: RecordFeed) {
    super(feed, { name: 'lotes', getKey: ({ id }) => id });
  }

  /** Finds the entry of a charge in its batch. */
  findItem(txid: string): LoteItem | undefined {
    return this.items.get(txid);
  }

  /** The number that shows an identifier: the identifier itself when it is a free number, else a high free number. */
  numberFor(id: string): number {
    const own = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : NaN;
    if (own > 0 && !this.numbers.has(own)) return own;
    let number = FIRST_OF_TEXTS + this.size;
    while (this.numbers.has(number)) number += 1;
    return number;
  }

  override clear(): void {
    super.clear();
    this.items.clear();
    this.numbers.clear();
  }

  protected override insert(lote: LoteRecord): void {
    super.insert(lote);
    for (const item of lote.itens) this.items.set(item.txid, item);
    this.numbers.add(lote.numero);
  }
}
