import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const adminSubscriptionRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/assinaturas',
    component: lazy(() =>
      import('./subscriptions-page.js').then(({ SubscriptionsPage }) => SubscriptionsPage),
    ),
    label: 'Assinaturas',
  },
  {
    path: '/admin/assinaturas/:id',
    component: lazy(() =>
      import('./subscription-page.js').then(({ SubscriptionPage }) => SubscriptionPage),
    ),
  },
];
