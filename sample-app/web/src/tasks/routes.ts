import type { BackOfficeRoute } from '../back-office/route.js';
import { lazyPage } from '../layout/lazy-page.js';

export const taskRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin',
    component: lazyPage(() => import('./tasks-page.js').then(({ TasksPage }) => TasksPage)),
    label: 'Para conferir',
  },
];
