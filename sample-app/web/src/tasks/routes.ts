import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

export const taskRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin',
    component: lazyPage(() => import('./tasks-page.js').then(({ TasksPage }) => TasksPage)),
    label: 'Para conferir',
  },
];
