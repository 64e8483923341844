import { orderRoutes } from '../admin-orders/routes.js';
import { paymentRoutes } from '../admin-payments/routes.js';
import { adminSubscriptionRoutes } from '../admin-subscriptions/routes.js';
import { auditRoutes } from '../audit/routes.js';
import { deliveryRoutes } from '../deliveries/routes.js';
import { healthRoutes } from '../health/routes.js';
import { adminInvoiceRoutes } from '../invoices/routes.js';
import type { BackOfficeRoute } from '../layout/route.js';
import { statisticsRoutes } from '../statistics/routes.js';
import { taskRoutes } from '../tasks/routes.js';
import { userRoutes } from '../users/routes.js';

/** All pages of the back office, in the order of the navigation. A feature adds one line. */
export const backOfficeRoutes: readonly BackOfficeRoute[] = [
  ...taskRoutes,
  ...orderRoutes,
  ...adminInvoiceRoutes,
  ...adminSubscriptionRoutes,
  ...paymentRoutes,
  ...deliveryRoutes,
  ...statisticsRoutes,
  ...healthRoutes,
  ...auditRoutes,
  ...userRoutes,
];
