import type { TimedRecord } from '../../kernel/draft.js';

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
