/** What kind of event a delivery carries, and the last segment of the address it goes to. */
export type DeliveryKind = 'pix' | 'rec' | 'cobr';

/** One request to the registered address. */
export interface DeliveryAttempt {
  /** When it began, RFC 3339. */
  at: string;
  /** HTTP status of the answer; absent when none came. */
  status?: number;
  /** Code of the failure (`ECONNREFUSED`, `TIMEOUT`, …; `LOST` by a fault on command); absent when an answer came. */
  error?: string;
}

/** An event on its way to the receiver. */
export interface WebhookDelivery {
  id: number;
  kind: DeliveryKind;
  /** Address without its query, where integrators keep a secret. */
  url: string;
  /** The body that is sent, the same at each attempt. */
  body: unknown;
  /** `pending` until a 2xx answers (`delivered`) or the attempts are used up (`failed`). */
  state: 'pending' | 'delivered' | 'failed';
  attempts: DeliveryAttempt[];
  /** When the next attempt of a pending delivery is due, RFC 3339, by the simulator's clock. */
  dueAt?: string;
}
