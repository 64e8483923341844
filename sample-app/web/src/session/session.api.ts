import type { SessionView } from '../../../src/backoffice/access/session.view.js';
import { call } from '../api/call.js';

const PATH = '/api/admin/session';

export const sessionApi = {
  read: (signal?: AbortSignal) => call<SessionView>(PATH, { ...(signal && { signal }) }),
  open: (email: string, senha: string) =>
    call<undefined>(PATH, { method: 'POST', body: { email, senha } }),
  changePassword: (senhaAtual: string, senhaNova: string) =>
    call<undefined>(`${PATH}/password`, { method: 'PUT', body: { senhaAtual, senhaNova } }),
  close: () => call<undefined>(PATH, { method: 'DELETE' }),
};
