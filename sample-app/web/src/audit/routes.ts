import type { BackOfficeRoute } from '../back-office/route.js';
import { lazyPage } from '../layout/lazy-page.js';

export const auditRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/auditoria',
    component: lazyPage(() => import('./audit-page.js').then(({ AuditPage }) => AuditPage)),
    label: 'Auditoria',
  },
];
