import type { Changes } from '../store/changes.js';
import { TimeIndex } from '../store/time-index.js';
import type { PixRecord } from './pix.record.js';

/** Received payments by end-to-end id and by time. */
export class PixStore {
  private readonly byE2eid = new Map<string, PixRecord>();
  readonly byTime = new TimeIndex<PixRecord>();

  constructor(private readonly changes: Changes) {}

  add(record: PixRecord): void {
    this.byE2eid.set(record.endToEndId, record);
    this.byTime.add(record.recebidoEm, record);
    this.changes.tell('pix', record);
  }

  get(endToEndId: string): PixRecord | undefined {
    return this.byE2eid.get(endToEndId);
  }

  clear(): void {
    this.byE2eid.clear();
    this.byTime.clear();
  }
}
