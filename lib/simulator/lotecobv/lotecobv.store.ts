import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';
import type { LoteItem, LoteRecord } from './lotecobv.record.js';

/** Numbers of batches whose identifier is none begin here; the filter `loteCobVId` ends at 2147483647. */
const FIRST_OF_TEXTS = 1_000_000_000;

/** Batches by their identifier and by creation, and their items by txid. */
export class LoteStore {
  private readonly byId = new Map<string, LoteRecord>();
  private readonly items = new Map<string, LoteItem>();
  private readonly numbers = new Set<number>();
  readonly byCreation = new TimeIndex<LoteRecord>();

  constructor(private readonly changes: Changes) {}

  add(lote: LoteRecord): void {
    this.byId.set(lote.id, lote);
    this.byCreation.add(lote.criadoEm, lote);
    for (const item of lote.itens) this.items.set(item.txid, item);
    this.numbers.add(lote.numero);
    this.tell(lote);
  }

  get(id: string): LoteRecord | undefined {
    return this.byId.get(id);
  }

  /** The place of a charge in the batch that it belongs to. */
  itemOf(txid: string): LoteItem | undefined {
    return this.items.get(txid);
  }

  /** The number that shows an identifier, and no other one: itself where it is one, else a number that few would choose. */
  numberFor(id: string): number {
    const own = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : NaN;
    if (own > 0 && !this.numbers.has(own)) return own;
    let number = FIRST_OF_TEXTS + this.byId.size;
    while (this.numbers.has(number)) number += 1;
    return number;
  }

  /** Whoever altered a batch says so. */
  tell(lote: LoteRecord): void {
    this.changes.tell('lotes', lote);
  }

  clear(): void {
    this.byId.clear();
    this.items.clear();
    this.byCreation.clear();
    this.numbers.clear();
  }
}
