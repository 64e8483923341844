import lazy from 'preact-iso/lazy';
import type { ShopRoute } from '../shop/route.js';

export const subscriptionRoutes: readonly ShopRoute[] = [
  {
    path: '/assinaturas',
    label: 'Clube do Café',
    component: lazy(() => import('./plans-page.js').then(({ PlansPage }) => PlansPage)),
  },
  {
    path: '/assinaturas/:id',
    component: lazy(() =>
      import('./subscription-page.js').then(({ SubscriptionPage }) => SubscriptionPage),
    ),
  },
];
