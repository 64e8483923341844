import { Notice } from '../components/alert.js';
import { Loading } from '../components/loading.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { SubscriptionForm } from './subscription-form.js';
import { subscriptionsApi } from './subscriptions.api.js';
import './plans-page.css';

/** The plans of the coffee club, and the form that subscribes. */
export function PlansPage() {
  useTitle('Clube do Café');
  const heading = useFocus<HTMLHeadingElement>();
  const plans = useLoaded(subscriptionsApi.plans, []);
  return (
    <section class="plans" aria-labelledby="plans-title">
      <h1 id="plans-title" ref={heading} tabIndex={-1}>
        Clube do Café
      </h1>
      <p class="plans-lead">
        Café fresco em casa todo mês. Você aprova uma vez no seu banco, com Pix Automático, e
        cancela quando quiser.
      </p>
      <Loading loaded={plans}>
        {({ disponivel, planos }) =>
          disponivel ? (
            <SubscriptionForm plans={planos} />
          ) : (
            <Notice>
              As assinaturas não estão disponíveis: o banco da loja não oferece Pix Automático.
            </Notice>
          )
        }
      </Loading>
    </section>
  );
}
