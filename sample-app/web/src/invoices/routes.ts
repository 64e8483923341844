import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute, ShopRoute } from '../layout/route.js';

export const invoiceRoutes: readonly ShopRoute[] = [
  {
    path: '/faturas/:id',
    component: lazyPage(() => import('./invoice-page.js').then(({ InvoicePage }) => InvoicePage)),
  },
];

export const adminInvoiceRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/faturas',
    component: lazyPage(() =>
      import('./admin-invoices-page.js').then(({ AdminInvoicesPage }) => AdminInvoicesPage),
    ),
    label: 'Faturas',
  },
  {
    path: '/admin/faturas/:id',
    component: lazyPage(() =>
      import('./admin-invoice-page.js').then(({ AdminInvoicePage }) => AdminInvoicePage),
    ),
  },
  {
    path: '/admin/lotes/:id',
    component: lazyPage(() => import('./batch-page.js').then(({ BatchPage }) => BatchPage)),
  },
];
