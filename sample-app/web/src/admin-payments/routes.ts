import type { BackOfficeRoute } from '../back-office/route.js';
import { lazyPage } from '../layout/lazy-page.js';

export const paymentRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/pagamentos',
    component: lazyPage(() =>
      import('./payments-page.js').then(({ PaymentsPage }) => PaymentsPage),
    ),
    label: 'Pagamentos',
  },
];
