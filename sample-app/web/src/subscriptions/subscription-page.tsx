import { useRoute } from 'preact-iso/router';
import type {
  SubscriptionEvent,
  SubscriptionView,
} from '../../../src/subscriptions/subscription.view.js';
import { useEvents } from '../api/use-events.js';
import { ButtonLink } from '../components/button.js';
import { Waiting } from '../components/loading.js';
import { Ending, Ticket } from '../components/ticket.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useRetry } from '../hooks/use-retry.js';
import { useTitle } from '../hooks/use-title.js';
import { LoadFailurePage } from '../layout/load-failure-page.js';
import { ChargesTable } from './charges-table.js';
import { PendingApproval } from './pending-approval.js';
import { SubscriptionActions } from './subscription-actions.js';
import { isOpen, isOpenCharge, SUBSCRIPTION_TEXTS } from './subscription-texts.js';
import { subscriptionsApi } from './subscriptions.api.js';
import './subscription-page.css';

/** A subscription: how to approve it, its charges, and how to cancel it. */
export function SubscriptionPage() {
  const { id = '' } = useRoute().params;
  const loaded = useLoaded((signal) => subscriptionsApi.read(id, signal), [id]);
  useRetry(loaded);
  const { data, reload } = loaded;
  const mayChange =
    data !== undefined && (isOpen(data.status) || data.cobrancas.some(isOpenCharge));
  const isOffline = useEvents(mayChange ? subscriptionsApi.eventsUrl(id) : undefined, (event) => {
    if (data && event !== JSON.stringify(pickEvent(data))) void reload();
  });
  if (data) {
    return (
      <Subscription
        subscription={data}
        isOffline={isOffline || loaded.error !== undefined}
        onChange={loaded.setData}
      />
    );
  }
  if (loaded.error === undefined) return <Waiting />;
  return (
    <LoadFailurePage
      loaded={loaded}
      unknown="Assinatura não encontrada"
      failed="Não foi possível abrir a assinatura"
    />
  );
}

/** Returns what an event of the stream contains, with its fields in the same order. */
function pickEvent({ id, status, cobrancas }: SubscriptionView): SubscriptionEvent {
  return { id, status, cobrancas };
}

interface SubscriptionProps {
  readonly subscription: SubscriptionView;
  readonly isOffline: boolean;
  readonly onChange: (subscription: SubscriptionView) => void;
}

function Subscription({ subscription, isOffline, onChange }: SubscriptionProps) {
  const { status, plano, valor, contrato, idRec, cobrancas } = subscription;
  const text = SUBSCRIPTION_TEXTS[status];
  useTitle(text.title);
  return (
    <>
      <Ticket
        tone={text.tone}
        status={isOffline ? 'Reconectando à loja…' : text.status}
        title={plano.nome}
        amount={valor}
        description={`Por mês, contrato ${contrato}`}
        txid={idRec ?? contrato}
        txidName={idRec === null ? 'Contrato' : 'Identificador da recorrência'}
        isOffline={isOffline}
      >
        {status === 'AGUARDANDO_APROVACAO' ? (
          <PendingApproval subscription={subscription} />
        ) : (
          <Ending icon={text.icon} title={text.title} text={text.text}>
            {!isOpen(status) && (
              <ButtonLink kind="primary" href="/assinaturas">
                Ver os planos
              </ButtonLink>
            )}
          </Ending>
        )}
      </Ticket>
      <section class="subscription-more" aria-labelledby="charges-title">
        <h2 id="charges-title">Cobranças</h2>
        <ChargesTable charges={cobrancas} mayCharge={isOpen(status)} />
        <SubscriptionActions subscription={subscription} onChange={onChange} />
      </section>
    </>
  );
}
