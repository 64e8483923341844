import type { BackOfficeRoute } from '../back-office/route.js';
import { lazyPage } from '../layout/lazy-page.js';

export const adminSubscriptionRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/assinaturas',
    component: lazyPage(() =>
      import('./subscriptions-page.js').then(({ SubscriptionsPage }) => SubscriptionsPage),
    ),
    label: 'Assinaturas',
  },
  {
    path: '/admin/assinaturas/:id',
    component: lazyPage(() =>
      import('./subscription-page.js').then(({ SubscriptionPage }) => SubscriptionPage),
    ),
  },
];
