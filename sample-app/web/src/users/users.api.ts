import type { NewUser, UserChange } from '../../../src/backoffice/access/user.dto.js';
import type { UserView } from '../../../src/backoffice/access/user.view.js';
import { call, url } from '../api/call.js';

const PATH = '/api/admin/users';

export const usersApi = {
  list: (signal: AbortSignal) => call<UserView[]>(PATH, { signal }),
  create: (user: NewUser) => call<UserView>(PATH, { method: 'POST', body: user }),
  update: (id: string, change: UserChange) =>
    call<UserView>(url`/api/admin/users/${id}`, { method: 'PATCH', body: change }),
};
