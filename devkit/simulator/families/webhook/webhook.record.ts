import type { TimedRecord } from '../../kernel/draft.js';
import type { RecordFeed } from '../../kernel/record-feed.js';
import { RecordStore } from '../../kernel/record-store.js';

/** Kind of the event in a delivery, and last segment of the address it is sent to. */
export type DeliveryKind = 'pix' | 'rec' | 'cobr';

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

/** The store of a webhook of which there is at most one. */
export class SingleWebhookStore extends RecordStore<SingleWebhookRecord> {
  constructor(
    feed: RecordFeed,
    name: string,
    /** The events that the webhook receives. Absent if the simulator sends none to it. */
    readonly kind?: DeliveryKind,
  ) {
    super(feed, { name, getKey: () => SINGLE });
  }
}
