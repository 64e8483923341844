import type { RecordFeed } from '../../kernel/record-feed.js';
import { RecordStore } from '../../kernel/record-store.js';
import type { DeliveryRecord } from './delivery.record.js';

/** How many ended deliveries are kept for inspection. */
const KEPT = 10_000;

/** Deliveries by number, the oldest first. */
export class DeliveryStore extends RecordStore<DeliveryRecord, number> {
  private nextId = 1;

  constructor(feed: RecordFeed) {
    super(feed, { name: 'deliveries', getKey: ({ id }) => id });
  }

  create(record: Omit<DeliveryRecord, 'id'>): DeliveryRecord {
    const created = this.add({ id: this.nextId, ...record });
    this.forgetOldest();
    return created;
  }

  override clear(): void {
    super.clear();
    this.nextId = 1;
  }

  protected override insert(record: DeliveryRecord): void {
    super.insert(record);
    this.nextId = Math.max(this.nextId, record.id + 1);
  }

  /** Removes many at once, so that a long run does not walk the list at each event. */
  private forgetOldest(): void {
    if (this.size < 2 * KEPT) return;
    let surplus = this.size - KEPT;
    for (const { id, state } of [...this.values()]) {
      if (surplus-- <= 0) return;
      if (state !== 'pending') this.delete(id);
    }
  }
}
