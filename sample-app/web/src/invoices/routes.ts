import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';
import type { ShopRoute } from '../shop/route.js';

export const invoiceRoutes: readonly ShopRoute[] = [
  {
    path: '/faturas/:id',
    component: lazy(() => import('./invoice-page.js').then(({ InvoicePage }) => InvoicePage)),
  },
];

export const adminInvoiceRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/faturas',
    component: lazy(() =>
      import('./admin-invoices-page.js').then(({ AdminInvoicesPage }) => AdminInvoicesPage),
    ),
    label: 'Faturas',
  },
  {
    path: '/admin/faturas/:id',
    component: lazy(() =>
      import('./admin-invoice-page.js').then(({ AdminInvoicePage }) => AdminInvoicePage),
    ),
  },
  {
    path: '/admin/lotes/:id',
    component: lazy(() => import('./batch-page.js').then(({ BatchPage }) => BatchPage)),
  },
];
