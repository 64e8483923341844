import lazy from 'preact-iso/lazy';
import type { ShopRoute } from '../shop/route.js';

export const orderRoutes: readonly ShopRoute[] = [
  {
    path: '/pedido/:id',
    component: lazy(() => import('./order-page.js').then(({ OrderPage }) => OrderPage)),
  },
];
