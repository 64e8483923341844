import { lazyPage } from '../layout/lazy-page.js';
import type { BackOfficeRoute } from '../layout/route.js';

export const userRoutes: readonly BackOfficeRoute[] = [
  {
    path: '/admin/usuarios',
    component: lazyPage(() => import('./users-page.js').then(({ UsersPage }) => UsersPage)),
    label: 'Usuários',
    roles: ['ADMIN'],
  },
  {
    path: '/admin/senha',
    component: lazyPage(() =>
      import('./password-page.js').then(({ PasswordPage }) => PasswordPage),
    ),
  },
];
