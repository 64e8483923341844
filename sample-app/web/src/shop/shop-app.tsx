import { LocationProvider, Route, Router } from 'preact-iso/router';
import { Icon } from '../components/icon.js';
import { ToastProvider } from '../components/toast.js';
import { ConfigProvider, useConfig } from '../layout/config.js';
import { Layout } from '../layout/layout.js';
import { NotFoundPage } from '../layout/message-page.js';
import { Navigation } from '../layout/navigation.js';
import { shopRoutes } from './routes.js';

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
    <Layout home="/" side={<Side isDemo={demo} />} footer={<Footer isDemo={demo} />}>
      <Router>
        {shopRoutes.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route default component={NotFoundPage} />
      </Router>
    </Layout>
  );
}

function Side({ isDemo }: { readonly isDemo: boolean }) {
  return (
    <>
      <Navigation title="Loja" routes={shopRoutes} />
      {isDemo && <DemoBadge />}
    </>
  );
}

function DemoBadge() {
  return (
    <p class="demo-badge" id="demo-badge">
      <Icon name="bank" />
      Banco simulado
    </p>
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
