import type { DeliveryAttempt, DeliveryKind, WebhookDelivery } from './delivery.js';

/** A delivery as the simulator keeps it. */
export interface DeliveryRecord {
  readonly id: number;
  readonly kind: DeliveryKind;
  /** The whole address, with the query that is shown to nobody. */
  readonly target: string;
  readonly body: unknown;
  readonly state: WebhookDelivery['state'];
  /** An attempt is appended when it begins. It is written to the journal once it has ended. */
  readonly attempts: DeliveryAttempt[];
  /** When the next attempt is due, milliseconds since the epoch by the simulator's clock. */
  readonly dueAt: number;
}

/** A delivery as it is shown: a copy. */
export function toDelivery(record: DeliveryRecord): WebhookDelivery {
  const { id, kind, target, body, state, attempts, dueAt } = record;
  const { origin, pathname } = new URL(target);
  return {
    id,
    kind,
    url: origin + pathname,
    body: structuredClone(body),
    state,
    attempts: structuredClone(attempts),
    ...(state === 'pending' && { dueAt: new Date(dueAt).toISOString() }),
  };
}
