import type { TimedRecord } from '../../kernel/draft.js';
import type { RecordFeed } from '../../kernel/record-feed.js';
import { RecordStore } from '../../kernel/record-store.js';

/** The webhook of recurrences or of recurring charges. There is at most one of each. */
export interface SingleWebhookRecord extends TimedRecord {
  readonly webhookUrl: string;
}

/** A webhook of received payments. */
export interface WebhookRecord extends SingleWebhookRecord {
  readonly chave: string;
}

/** Key of the only record in a store of {@link SingleWebhookRecord}. */
export const SINGLE = '';

/** Creates the store of a webhook of which there is at most one. */
export function createSingleWebhookStore(
  feed: RecordFeed,
  name: string,
): RecordStore<SingleWebhookRecord> {
  return new RecordStore<SingleWebhookRecord>(feed, { name, getKey: () => SINGLE });
}
