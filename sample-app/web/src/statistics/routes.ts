import type { BackOfficeRoute } from '../back-office/route.js';
import { lazyPage } from '../layout/lazy-page.js';

export const statisticsRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/numeros',
    component: lazyPage(() =>
      import('./statistics-page.js').then(({ StatisticsPage }) => StatisticsPage),
    ),
    label: 'Números',
  },
];
