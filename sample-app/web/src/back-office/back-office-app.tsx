import type { ComponentType } from 'preact';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import type { BackOfficePath } from '../../../src/http/page-paths.js';
import { Button } from '../components/button.js';
import { Loading } from '../components/loading.js';
import { ToastProvider } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { ConfigProvider } from '../layout/config.js';
import { Layout } from '../layout/layout.js';
import { lazyPage } from '../layout/lazy-page.js';
import { MessagePage } from '../layout/message-page.js';
import { Navigation } from '../layout/navigation.js';
import { LoginPage } from './login-page.js';
import { SessionProvider, useSession } from './session.js';

interface BackOfficeRoute {
  /** The server answers these paths: see `page-paths.ts`. */
  readonly path: BackOfficePath;
  readonly component: ComponentType;
  /** Text of the link in the navigation; other pages are reached from pages. */
  readonly label?: string;
}

/** All pages of the back office, in the order of the navigation. */
const ROUTES: readonly BackOfficeRoute[] = [
  {
    path: '/admin',
    component: lazyPage(async () => (await import('./tasks-page.js')).TasksPage),
    label: 'Tarefas',
  },
  {
    path: '/admin/cobrancas',
    component: lazyPage(async () => (await import('./charges-page.js')).ChargesPage),
    label: 'Cobranças',
  },
  {
    path: '/admin/cobrancas/:id',
    component: lazyPage(async () => (await import('./charge-page.js')).ChargePage),
  },
  {
    path: '/admin/faturas',
    component: lazyPage(async () => (await import('./invoices-page.js')).InvoicesPage),
    label: 'Faturas',
  },
  {
    path: '/admin/pagamentos',
    component: lazyPage(async () => (await import('./payments-page.js')).PaymentsPage),
    label: 'Pagamentos',
  },
  {
    path: '/admin/devolucoes',
    component: lazyPage(async () => (await import('./payments-page.js')).RefundsPage),
    label: 'Devoluções',
  },
  {
    path: '/admin/entregas',
    component: lazyPage(async () => (await import('./deliveries-page.js')).DeliveriesPage),
    label: 'Entregas',
  },
  {
    path: '/admin/livros',
    component: lazyPage(async () => (await import('./books-page.js')).BooksPage),
    label: 'Livros',
  },
  {
    path: '/admin/saude',
    component: lazyPage(async () => (await import('./health-page.js')).HealthPage),
    label: 'Saúde',
  },
];

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
    <Layout home="/" side={isOpen && <Side />} footer={<p>Os horários são de Brasília.</p>}>
      {isOpen ? <Pages /> : <Loading loaded={loaded}>{() => <LoginPage />}</Loading>}
    </Layout>
  );
}

function Pages() {
  return (
    <Router>
      {ROUTES.map(({ path, component }) => (
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
  const logout = useAction(useSession().close);
  return (
    <>
      <Navigation title="Área da loja" routes={ROUTES} />
      {logout.error !== undefined && <span role="alert">{logout.error}</span>}
      <Button kind="quiet" isBusy={logout.isBusy} onClick={() => void logout.run()}>
        Sair
      </Button>
    </>
  );
}
