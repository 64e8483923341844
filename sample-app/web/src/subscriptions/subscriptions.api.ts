import type { PlansView, SubscriptionView } from '../../../src/subscriptions/subscription.view.js';
import type { SubscriptionRequest } from '../../../src/subscriptions/subscriptions.service.js';
import { call, url } from '../api/call.js';

/** What the payer does at the simulated bank. */
export type DemoAction = 'approve' | 'reject' | 'cancel';

export const subscriptionsApi = {
  plans: (signal: AbortSignal) => call<PlansView>('/api/subscriptions/plans', { signal }),
  /** @param key the same for a repeat, which then returns the same subscription */
  create: (body: SubscriptionRequest, key: string) =>
    call<SubscriptionView>('/api/subscriptions', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body,
    }),
  read: (id: string, signal: AbortSignal) =>
    call<SubscriptionView>(url`/api/subscriptions/${id}`, { signal }),
  eventsUrl: (id: string) => url`/api/subscriptions/${id}/events`,
  cancel: (id: string) =>
    call<SubscriptionView>(url`/api/subscriptions/${id}/cancel`, { method: 'POST' }),
  /** Acts at the simulated bank. The subscription changes when the bank notifies the shop. */
  actInDemo: (id: string, action: DemoAction) =>
    call<SubscriptionView>(url`/api/demo/subscriptions/${id}/${action}`, { method: 'POST' }),
  /** Ends the attempt of the open charge at the simulated bank. */
  settleInDemo: (id: string, resultado: 'PAGA' | 'SEM_SALDO') =>
    call<SubscriptionView>(url`/api/demo/subscriptions/${id}/settle`, {
      method: 'POST',
      body: { resultado },
    }),
};
