import lazy from 'preact-iso/lazy';
import type { BackOfficeRoute } from '../back-office/route.js';

export const userRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/usuarios',
    component: lazy(() => import('./users-page.js').then(({ UsersPage }) => UsersPage)),
    label: 'Usuários',
    roles: ['ADMIN'],
  },
  {
    path: '/admin/senha',
    component: lazy(() => import('./password-page.js').then(({ PasswordPage }) => PasswordPage)),
  },
];
