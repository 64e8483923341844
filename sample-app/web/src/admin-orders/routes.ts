import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const orderRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/cobrancas',
    component: lazy(() => import('./orders-page.js').then(({ OrdersPage }) => OrdersPage)),
    label: 'Cobranças',
  },
  {
    path: '/admin/cobrancas/:id',
    component: lazy(() => import('./order-page.js').then(({ OrderPage }) => OrderPage)),
  },
];
