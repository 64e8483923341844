import { lazyPage } from '../layout/lazy-page.js';
import type { ShopRoute } from '../layout/route.js';

export const subscriptionRoutes: readonly ShopRoute[] = [
  {
    path: '/assinaturas',
    label: 'Clube do Café',
    component: lazyPage(() => import('./plans-page.js').then(({ PlansPage }) => PlansPage)),
  },
  {
    path: '/assinaturas/:id',
    component: lazyPage(() =>
      import('./subscription-page.js').then(({ SubscriptionPage }) => SubscriptionPage),
    ),
  },
];
