import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

export const paymentRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/pagamentos',
    component: lazyPage(() =>
      import('./payments-page.js').then(({ PaymentsPage }) => PaymentsPage),
    ),
    label: 'Pagamentos',
  },
];
