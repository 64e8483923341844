import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const auditRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/auditoria',
    component: lazy(() => import('./audit-page.js').then(({ AuditPage }) => AuditPage)),
    label: 'Auditoria',
  },
];
