import type { DeliveryKind } from '../../families/webhook/webhook.record.js';

export type { DeliveryKind };

/** One request to the registered address. It has neither `status` nor `error` until it has ended. */
export interface DeliveryAttempt {
  /** When it began, RFC 3339. */
  at: string;
  /** HTTP status of the response. Absent if there was no response. */
  status?: number;
  /** Error code: `ECONNREFUSED`, `TIMEOUT`, …; `LOST` for an injected fault. Absent if there was a response. */
  error?: string;
}

/** The delivery of an event to the receiver. */
export interface WebhookDelivery {
  /** Number of the delivery, from 1. */
  id: number;
  kind: DeliveryKind;
  /** Address without its query, where integrators put a secret. */
  url: string;
  /** The body, the same in each attempt. */
  body: unknown;
  /** `pending` until a response is 2xx (`delivered`) or the attempts are used up (`failed`). */
  state: 'pending' | 'delivered' | 'failed';
  /** Attempts, oldest first. */
  attempts: DeliveryAttempt[];
  /** When the next attempt is due: RFC 3339, by the simulator's clock. Only for a pending delivery. */
  dueAt?: string;
}
