import type { ComponentType } from 'preact';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import type { ShopPath } from '../../../src/http/page-paths.js';
import { CataloguePage } from '../catalogue/catalogue-page.js';
import { Icon } from '../components/icon.js';
import { ToastProvider } from '../components/toast.js';
import { ConfigProvider, useConfig } from '../layout/config.js';
import { Layout } from '../layout/layout.js';
import { lazyPage } from '../layout/lazy-page.js';
import { NotFoundPage } from '../layout/message-page.js';
import { Navigation } from '../layout/navigation.js';

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
  {
    path: '/pedido/:id',
    component: lazyPage(async () => (await import('../orders/order-page.js')).OrderPage),
  },
  {
    path: '/faturas/:id',
    component: lazyPage(async () => (await import('../invoices/invoice-page.js')).InvoicePage),
  },
  {
    path: '/assinaturas',
    component: lazyPage(async () => (await import('../subscriptions/plans-page.js')).PlansPage),
    label: 'Clube do Café',
  },
  {
    path: '/assinaturas/:id',
    component: lazyPage(
      async () => (await import('../subscriptions/subscription-page.js')).SubscriptionPage,
    ),
  },
];

/** Links that the router follows. The server answers those of the back office and of the API. */
const SCOPE = /^\/(?!(?:admin|api)(?:[/?#]|$))/;

export function ShopApp() {
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
  const badge = (
    <>
      <Icon name="bank" />
      Banco simulado
    </>
  );
  return (
    <>
      <Navigation title="Loja" routes={ROUTES} />
      {demo && console !== null && (
        <a class="demo-badge" id="demo-badge" href={console} target="_blank" rel="noopener">
          {badge}
        </a>
      )}
    </>
  );
}

function Footer({ isDemo }: { readonly isDemo: boolean }) {
  return (
    <p>
      Loja de exemplo do <strong>nestjs-pix</strong>.
      {isDemo && ' O banco é simulado: nenhum pagamento é real.'}
    </p>
  );
}
