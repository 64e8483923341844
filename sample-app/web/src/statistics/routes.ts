import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

export const statisticsRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/numeros',
    component: lazyPage(() =>
      import('./statistics-page.js').then(({ StatisticsPage }) => StatisticsPage),
    ),
    label: 'Números',
  },
];
