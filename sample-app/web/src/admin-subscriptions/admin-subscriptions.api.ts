import type { SubscriptionDetailView } from '../../../src/backoffice/subscriptions/subscription-detail.view.js';
import { call, url } from '../api/call.js';

const post = (path: string) => call<SubscriptionDetailView>(path, { method: 'POST' });

export const adminSubscriptionsApi = {
  path: '/api/admin/subscriptions',
  read: (id: string, signal: AbortSignal) =>
    call<SubscriptionDetailView>(url`/api/admin/subscriptions/${id}`, { signal }),
  cancel: (id: string) => post(url`/api/admin/subscriptions/${id}/cancel`),
  /** Reads the recurrence and its open charges from the bank now. */
  settle: (id: string) => post(url`/api/admin/subscriptions/${id}/settle`),
  /** Requests another attempt of a charge. */
  retry: (id: string, charge: string) =>
    post(url`/api/admin/subscriptions/${id}/charges/${charge}/retry`),
};
