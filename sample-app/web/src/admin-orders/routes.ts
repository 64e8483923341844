import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

export const orderRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/cobrancas',
    component: lazyPage(() => import('./orders-page.js').then(({ OrdersPage }) => OrdersPage)),
    label: 'Cobranças',
  },
  {
    path: '/admin/cobrancas/:id',
    component: lazyPage(() => import('./order-page.js').then(({ OrderPage }) => OrderPage)),
  },
];
