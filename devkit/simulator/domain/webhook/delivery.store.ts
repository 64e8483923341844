import type { RecordFeed } from '../../kernel/record-feed.js';
import { RecordStore } from '../../kernel/record-store.js';
import type { DeliveryRecord } from './delivery.record.js';

/** Number of ended deliveries that stay available for inspection. */
const MAX_ENDED = 10_000;

/** Deliveries by number, oldest first. */
export class DeliveryStore extends RecordStore<DeliveryRecord, number> {
  #nextId = 1;

  constructor(feed: RecordFeed) {
    super(feed, { name: 'deliveries', getKey: ({ id }) => id });
  }

  create(record: Omit<DeliveryRecord, 'id'>): DeliveryRecord {
    const created = this.add({ id: this.#nextId, ...record });
    this.#removeOldest();
    return created;
  }

  override clear(): void {
    super.clear();
    this.#nextId = 1;
  }

  protected override insert(record: DeliveryRecord): void {
    super.insert(record);
    this.#nextId = Math.max(this.#nextId, record.id + 1);
  }

  /**
   * Removes the oldest ended deliveries, many at once, so that most events do not search the list.
   */
  #removeOldest(): void {
    if (this.size < 2 * MAX_ENDED) return;
    let surplus = this.size - MAX_ENDED;
    for (const { id, state } of [...this.values()]) {
      if (surplus-- <= 0) return;
      if (state !== 'pending') this.delete(id);
    }
  }
}
