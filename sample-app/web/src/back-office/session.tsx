import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import type { SessionView } from '../../../src/access/session.controller.js';
import { call, onUnauthorized } from '../api/call.js';
import { type Loaded, useLoaded } from '../hooks/use-loaded.js';

interface Session {
  readonly loaded: Loaded<SessionView>;
  readonly isOpen: boolean;
  readonly open: (email: string, senha: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const PATH = '/api/admin/session';

const SessionContext = createContext<Session | undefined>(undefined);

/** @throws Error outside of the back office */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Knows whether the administrator is logged in, also when the session ends while a page is open. */
export function SessionProvider({ children }: { readonly children: ComponentChildren }) {
  const loaded = useLoaded((signal) => call<SessionView>(PATH, { signal }), []);
  const { data, setData } = loaded;
  useEffect(() => onUnauthorized(() => setData({ aberta: false })), [setData]);
  const actions = useMemo(
    () => ({
      open: async (email: string, senha: string) => {
        setData(await call<SessionView>(PATH, { method: 'POST', body: { email, senha } }));
      },
      close: async () => {
        setData(await call<SessionView>(PATH, { method: 'DELETE' }));
      },
    }),
    [setData],
  );
  const session = { loaded, isOpen: data?.aberta === true, ...actions };
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}
