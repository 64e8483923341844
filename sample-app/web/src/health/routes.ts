import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

export const healthRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/saude',
    component: lazyPage(() => import('./health-page.js').then(({ HealthPage }) => HealthPage)),
    label: 'Saúde',
  },
];
