import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

export const deliveryRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/entregas',
    component: lazyPage(() =>
      import('./deliveries-page.js').then(({ DeliveriesPage }) => DeliveriesPage),
    ),
    label: 'Entregas',
  },
  {
    path: '/admin/falhas',
    component: lazyPage(() =>
      import('./deliveries-page.js').then(({ FailuresPage }) => FailuresPage),
    ),
    label: 'Falhas',
  },
];
