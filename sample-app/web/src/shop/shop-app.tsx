import type { ComponentType } from 'preact';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import type { ShopPath } from '../../../src/http/page-paths.js';
import { CataloguePage } from '../catalogue/catalogue-page.js';
import { Icon } from '../components/icon.js';
import { ToastProvider } from '../components/toast.js';
import { InvoicePage } from '../invoices/invoice-page.js';
import { ConfigProvider, useConfig } from '../layout/config.js';
import { Layout, startApp } from '../layout/layout.js';
import { NotFoundPage } from '../layout/message-page.js';
import { Navigation } from '../layout/navigation.js';
import { OrderPage } from '../orders/order-page.js';
import { OrdersPage } from '../orders/orders-page.js';
import { PlansPage } from '../subscriptions/plans-page.js';
import { SubscriptionPage } from '../subscriptions/subscription-page.js';

interface ShopRoute {
  /** The server answers these paths: see `page-paths.ts`. */
  readonly path: ShopPath;
  readonly component: ComponentType;
  /** Text of the link in the navigation; other pages are reached from pages. */
  readonly label?: string;
}

/** All pages of the shop. */
const ROUTES: readonly ShopRoute[] = [
  { path: '/', component: CataloguePage, label: 'Produtos' },
  { path: '/pedidos', component: OrdersPage, label: 'Meus pedidos' },
  { path: '/pedido/:id', component: OrderPage },
  { path: '/faturas/:id', component: InvoicePage },
  { path: '/assinaturas', component: PlansPage, label: 'Clube do Café' },
  { path: '/assinaturas/:id', component: SubscriptionPage },
];

/** Links that the router follows. The server answers those of the back office and of the API. */
const SCOPE = /^\/(?!(?:admin|api)(?:[/?#]|$))/;

function ShopApp() {
  return (
    <LocationProvider scope={SCOPE}>
      <ConfigProvider>
        <ToastProvider>
          <ShopLayout />
        </ToastProvider>
      </ConfigProvider>
    </LocationProvider>
  );
}

function ShopLayout() {
  const { demo } = useConfig();
  return (
    <Layout home="/" side={<Side />} footer={<Footer isDemo={demo} />}>
      <Router>
        {ROUTES.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route default component={NotFoundPage} />
      </Router>
    </Layout>
  );
}

function Side() {
  const { demo, console } = useConfig();
  return (
    <>
      <Navigation title="Loja" routes={ROUTES} />
      {demo && console !== null && (
        <a class="demo-badge" id="demo-badge" href={console} target="_blank" rel="noopener">
          <Icon name="bank" />
          Banco simulado
        </a>
      )}
    </>
  );
}

function Footer({ isDemo }: { readonly isDemo: boolean }) {
  return (
    <p>
      Os horários são de Brasília. Loja de exemplo do <strong>nestjs-pix</strong>.
      {isDemo && ' O banco é simulado: nenhum pagamento é real.'}
    </p>
  );
}

startApp(<ShopApp />);
