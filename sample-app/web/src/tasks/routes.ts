import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const taskRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin',
    component: lazy(() => import('./tasks-page.js').then(({ TasksPage }) => TasksPage)),
    label: 'Para conferir',
  },
];
