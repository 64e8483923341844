import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

export const auditRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/auditoria',
    component: lazyPage(() => import('./audit-page.js').then(({ AuditPage }) => AuditPage)),
    label: 'Auditoria',
  },
];
