import { LocationProvider, Route, Router } from 'preact-iso/router';
import { Button } from '../components/button.js';
import { Loading } from '../components/loading.js';
import { ToastProvider } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { ConfigProvider } from '../layout/config.js';
import { Layout } from '../layout/layout.js';
import { MessagePage } from '../layout/message-page.js';
import { Navigation } from '../layout/navigation.js';
import { SessionProvider, useSession } from '../session/session.js';
import { LoginPage } from './login-page.js';
import { backOfficeRoutes } from './routes.js';

/** Links that the router follows. The server answers those of the shop and of the API. */
const SCOPE = /^\/admin(?:[/?#]|$)/;

export function BackOfficeApp() {
  return (
    <LocationProvider scope={SCOPE}>
      <ConfigProvider>
        <SessionProvider>
          <ToastProvider>
            <BackOfficeLayout />
          </ToastProvider>
        </SessionProvider>
      </ConfigProvider>
    </LocationProvider>
  );
}

function BackOfficeLayout() {
  const { loaded, isOpen } = useSession();
  return (
    <Layout home="/" side={isOpen && <Side />}>
      {isOpen ? <Pages /> : <Loading loaded={loaded}>{() => <LoginPage />}</Loading>}
    </Layout>
  );
}

function Pages() {
  return (
    <Router>
      {backOfficeRoutes.map(({ path, component }) => (
        <Route key={path} path={path} component={component} />
      ))}
      <Route default component={UnknownPage} />
    </Router>
  );
}

function UnknownPage() {
  return (
    <MessagePage title="Página não encontrada" href="/admin" link="Voltar para a área da loja">
      A área da loja não tem esta página. Confira o endereço.
    </MessagePage>
  );
}

function Side() {
  const { close, user } = useSession();
  const logout = useAction(close);
  const routes = backOfficeRoutes.filter(
    ({ roles }) => !roles || (user !== null && roles.includes(user.papel)),
  );
  return (
    <>
      <Navigation title="Área da loja" routes={routes} />
      {user !== null && (
        <a href="/admin/senha" aria-label={`${user.nome}, trocar a senha`}>
          {user.nome}
        </a>
      )}
      {logout.error !== undefined && <span role="alert">{logout.error}</span>}
      <Button kind="quiet" isBusy={logout.isBusy} onClick={() => void logout.run()}>
        Sair
      </Button>
    </>
  );
}
