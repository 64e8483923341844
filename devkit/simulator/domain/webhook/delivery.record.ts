import type { DeliveryAttempt, DeliveryKind, WebhookDelivery } from './delivery.js';

/** A delivery in the store. */
export interface DeliveryRecord {
  readonly id: number;
  readonly kind: DeliveryKind;
  /** The complete address. Its query is never shown: integrators put a secret there. */
  readonly target: string;
  readonly body: unknown;
  readonly state: WebhookDelivery['state'];
  /** Attempts by their beginning, oldest first. One without status and error has not ended. */
  readonly attempts: readonly Readonly<DeliveryAttempt>[];
  /** When the next attempt is due: milliseconds since the epoch, by the simulator's clock. */
  readonly dueAt: number;
}

/** Converts a delivery to its public form, a copy without the query of the address. */
export function toDelivery(record: DeliveryRecord): WebhookDelivery {
  const { id, kind, target, body, state, attempts, dueAt } = record;
  const { origin, pathname } = new URL(target);
  return {
    id,
    kind,
    url: origin + pathname,
    body: structuredClone(body),
    state,
    attempts: attempts.map((attempt) => ({ ...attempt })),
    ...(state === 'pending' && { dueAt: new Date(dueAt).toISOString() }),
  };
}
