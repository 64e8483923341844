import type { Changes } from '../store/changes.js';
import type { DeliveryRecord } from './delivery.record.js';

/** How many ended deliveries are kept for inspection. */
const KEPT = 10_000;

/** The deliveries by number, the oldest first. */
export class DeliveryStore {
  private readonly byId = new Map<number, DeliveryRecord>();
  private nextId = 1;

  constructor(private readonly changes: Changes) {}

  get size(): number {
    return this.byId.size;
  }

  create(record: Omit<DeliveryRecord, 'id'>): DeliveryRecord {
    const created = { id: this.nextId, ...record };
    this.add(created);
    this.forgetOldest();
    return created;
  }

  add(record: DeliveryRecord): void {
    this.byId.set(record.id, record);
    this.nextId = Math.max(this.nextId, record.id + 1);
    this.changes.tell('deliveries', record);
  }

  get(id: number): DeliveryRecord | undefined {
    return this.byId.get(id);
  }

  all(): DeliveryRecord[] {
    return [...this.byId.values()];
  }

  clear(): void {
    this.byId.clear();
    this.nextId = 1;
  }

  /** In steps, so that a long run does not walk the list at each event. */
  private forgetOldest(): void {
    if (this.byId.size < 2 * KEPT) return;
    let surplus = this.byId.size - KEPT;
    for (const record of this.byId.values()) {
      if (surplus-- <= 0) return;
      if (record.state === 'pending') continue;
      this.byId.delete(record.id);
      this.changes.tellRemoved('deliveries', record);
    }
  }
}
