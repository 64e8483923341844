import type { BackOfficeRoute } from '../back-office/route.js';
import { lazyPage } from '../layout/lazy-page.js';

export const healthRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/saude',
    component: lazyPage(() => import('./health-page.js').then(({ HealthPage }) => HealthPage)),
    label: 'Saúde',
  },
];
