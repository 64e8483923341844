import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';
import type { LoteItem, LoteRecord } from './lotecobv.record.js';

/** Batches by their identifier and by creation, and their items by txid. */
export class LoteStore {
  private readonly byId = new Map<string, LoteRecord>();
  private readonly items = new Map<string, LoteItem>();
  readonly byCreation = new TimeIndex<LoteRecord>();
  private nextNumber = 1;

  constructor(private readonly changes: Changes) {}

  add(lote: LoteRecord): void {
    this.byId.set(lote.id, lote);
    this.byCreation.add(lote.criadoEm, lote);
    for (const item of lote.itens) this.items.set(item.txid, item);
    this.nextNumber = Math.max(this.nextNumber, lote.numero + 1);
    this.tell(lote);
  }

  get(id: string): LoteRecord | undefined {
    return this.byId.get(id);
  }

  /** The place of a charge in the batch that it belongs to. */
  itemOf(txid: string): LoteItem | undefined {
    return this.items.get(txid);
  }

  /** The number that shows an identifier: itself where it is one. */
  numberFor(id: string): number {
    return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : this.nextNumber;
  }

  /** Whoever altered a batch says so. */
  tell(lote: LoteRecord): void {
    this.changes.tell('lotes', lote);
  }

  clear(): void {
    this.byId.clear();
    this.items.clear();
    this.byCreation.clear();
    this.nextNumber = 1;
  }
}
