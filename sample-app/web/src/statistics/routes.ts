import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const statisticsRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/numeros',
    component: lazy(() =>
      import('./statistics-page.js').then(({ StatisticsPage }) => StatisticsPage),
    ),
    label: 'Números',
  },
];
