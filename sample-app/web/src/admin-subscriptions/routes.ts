import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

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
