import { lazyPage } from '../layout/lazy-page.js';
import type { ShopRoute } from '../layout/route.js';

export const orderRoutes: readonly ShopRoute[] = [
  {
    path: '/pedido/:id',
    component: lazyPage(() => import('./order-page.js').then(({ OrderPage }) => OrderPage)),
  },
];
