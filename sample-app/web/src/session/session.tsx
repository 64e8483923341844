import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import type { SessionView } from '../../../src/backoffice/access/session.view.js';
import { onUnauthorized } from '../api/unauthorized.js';
import { type Loaded, useLoaded } from '../hooks/use-loaded.js';
import { sessionApi } from './session.api.js';

interface Session {
  readonly loaded: Loaded<SessionView>;
  readonly isOpen: boolean;
  readonly user: SessionView['usuario'];
  /** Whether the person may cancel, refund and replay. */
  readonly canOperate: boolean;
  readonly open: (email: string, senha: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const CLOSED: SessionView = { aberta: false, usuario: null };

const SessionContext = createContext<Session | undefined>(undefined);

/** @throws Error outside of the back office */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Knows whether a person is logged in, also when the session ends while a page is open. */
export function SessionProvider({ children }: { readonly children: ComponentChildren }) {
  const loaded = useLoaded(sessionApi.read, []);
  const { data, setData } = loaded;
  useEffect(() => onUnauthorized(() => setData(CLOSED)), [setData]);
  const actions = useMemo(
    () => ({
      open: async (email: string, senha: string) => {
        await sessionApi.open(email, senha);
        setData(await sessionApi.read());
      },
      close: async () => {
        await sessionApi.close();
        setData(CLOSED);
      },
    }),
    [setData],
  );
  const user = data?.usuario ?? null;
  const canOperate = user !== null && user.papel !== 'LEITURA';
  const session = { loaded, isOpen: data?.aberta === true, user, canOperate, ...actions };
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}
