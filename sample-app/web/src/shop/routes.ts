import { CataloguePage } from '../catalogue/catalogue-page.js';
import { invoiceRoutes } from '../invoices/routes.js';
import type { ShopRoute } from '../layout/route.js';
import { orderRoutes } from '../orders/routes.js';
import { subscriptionRoutes } from '../subscriptions/routes.js';

/** All pages of the shop. A feature adds one line. */
export const shopRoutes: readonly ShopRoute[] = [
  { path: '/', component: CataloguePage, label: 'Produtos' },
  ...orderRoutes,
  ...invoiceRoutes,
  ...subscriptionRoutes,
];
