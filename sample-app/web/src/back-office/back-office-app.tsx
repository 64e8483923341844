import type { ComponentType } from 'preact';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import type { BackOfficePath } from '../../../src/http/page-paths.js';
import { Button } from '../components/button.js';
import { Loading } from '../components/loading.js';
import { ToastProvider } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { ConfigProvider } from '../layout/config.js';
import { Layout, startApp } from '../layout/layout.js';
import { MessagePage } from '../layout/message-page.js';
import { Navigation } from '../layout/navigation.js';
import { BooksPage } from './books-page.js';
import { ChargePage } from './charge-page.js';
import { ChargesPage } from './charges-page.js';
import { DeliveriesPage } from './deliveries-page.js';
import { HealthPage } from './health-page.js';
import { InvoicesPage } from './invoices-page.js';
import { LoginPage } from './login-page.js';
import { PaymentsPage, RefundsPage } from './payments-page.js';
import { SessionProvider, useSession } from './session.js';
import { TasksPage } from './tasks-page.js';

interface BackOfficeRoute {
  /** The server answers these paths: see `page-paths.ts`. */
  readonly path: BackOfficePath;
  readonly component: ComponentType;
  /** Text of the link in the navigation; other pages are reached from pages. */
  readonly label?: string;
}

/** All pages of the back office, in the order of the navigation. */
const ROUTES: readonly BackOfficeRoute[] = [
  { path: '/admin', component: TasksPage, label: 'Tarefas' },
  { path: '/admin/cobrancas', component: ChargesPage, label: 'Cobranças' },
  { path: '/admin/cobrancas/:id', component: ChargePage },
  { path: '/admin/faturas', component: InvoicesPage, label: 'Faturas' },
  { path: '/admin/pagamentos', component: PaymentsPage, label: 'Pagamentos' },
  { path: '/admin/devolucoes', component: RefundsPage, label: 'Devoluções' },
  { path: '/admin/entregas', component: DeliveriesPage, label: 'Entregas' },
  { path: '/admin/livros', component: BooksPage, label: 'Livros' },
  { path: '/admin/saude', component: HealthPage, label: 'Saúde' },
];

/** Links that the router follows. The server answers those of the shop and of the API. */
const SCOPE = /^\/admin(?:[/?#]|$)/;

function BackOfficeApp() {
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

startApp(<BackOfficeApp />);
