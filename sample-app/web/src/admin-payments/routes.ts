import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const paymentRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/pagamentos',
    component: lazy(() => import('./payments-page.js').then(({ PaymentsPage }) => PaymentsPage)),
    label: 'Pagamentos',
  },
];
