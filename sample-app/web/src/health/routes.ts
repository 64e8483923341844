import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const healthRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/saude',
    component: lazy(() => import('./health-page.js').then(({ HealthPage }) => HealthPage)),
    label: 'Saúde',
  },
];
