import { batchOperations } from './batches.js';
import { chargeOperations } from './charges.js';
import { locationOperations } from './locations.js';
import type { WriteOperation } from './operation.js';
import { recurrenceOperations } from './recurrences.js';
import { refundAndWebhookOperations } from './refunds-and-webhooks.js';

export { PAID_AT_ONCE } from './charges.js';
export type { WriteOperation } from './operation.js';

/** Every kind of write. */
export const writeOperations: readonly WriteOperation[] = [
  ...chargeOperations,
  ...batchOperations,
  ...refundAndWebhookOperations,
  ...recurrenceOperations,
  ...locationOperations,
];
