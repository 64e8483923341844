import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const deliveryRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/entregas',
    component: lazy(() =>
      import('./deliveries-page.js').then(({ DeliveriesPage }) => DeliveriesPage),
    ),
    label: 'Entregas',
  },
  {
    path: '/admin/falhas',
    component: lazy(() => import('./deliveries-page.js').then(({ FailuresPage }) => FailuresPage)),
    label: 'Falhas',
  },
];
