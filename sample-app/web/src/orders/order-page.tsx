import { useRoute } from 'preact-iso/router';
import type { OrderEvent, OrderView } from '../../../src/orders/order.view.js';
import { useEvents } from '../api/use-events.js';
import { ButtonLink } from '../components/button.js';
import { Waiting } from '../components/loading.js';
import { Ending, Ticket } from '../components/ticket.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useRetry } from '../hooks/use-retry.js';
import { useTitle } from '../hooks/use-title.js';
import { LoadFailurePage } from '../layout/load-failure-page.js';
import { takeKnownOrder } from './known-orders.js';
import { describeOrder, isOpen, type OrderText } from './order-texts.js';
import { ordersApi } from './orders.api.js';
import { PendingOrder } from './pending-order.js';

/** An order: how to pay it, and what has become of it. */
export function OrderPage() {
  const { id = '' } = useRoute().params;
  const order = useLoaded(
    async (signal) => takeKnownOrder(id) ?? (await ordersApi.read(id, signal)),
    [id],
  );
  useRetry(order);
  if (order.data) {
    return (
      <Order
        key={order.data.id}
        order={order.data}
        onChange={order.setData}
        onOutdated={() => void order.reload()}
      />
    );
  }
  if (order.error === undefined) return <Waiting />;
  return (
    <LoadFailurePage
      loaded={order}
      unknown="Pedido não encontrado"
      failed="Não foi possível abrir o pedido"
    />
  );
}

interface OrderProps {
  readonly order: OrderView;
  readonly onChange: (order: OrderView) => void;
  /** Called when the page needs what is not in the event. */
  readonly onOutdated: () => void;
}

function Order({ order, onChange, onOutdated }: OrderProps) {
  const stream = isOpen(order.status) ? ordersApi.eventsUrl(order.id) : undefined;
  const isOffline = useEvents(stream, (data) => {
    const event = JSON.parse(data) as OrderEvent;
    if (event.status === order.status) return;
    if (event.status === 'PENDENTE' && order.qrCode === null) onOutdated();
    else onChange({ ...order, ...event });
  });
  const text = describeOrder(order);
  useTitle(text?.title ?? 'Pague com Pix');
  const pending = isOffline ? 'Reconectando à loja…' : 'Aguardando pagamento';
  return (
    <Ticket
      tone={text?.tone ?? 'waiting'}
      status={text?.status ?? pending}
      title={text ? 'Seu pedido' : 'Pague com Pix'}
      amount={order.valor}
      description={order.descricao}
      txid={order.txid}
      isOffline={!text && isOffline}
    >
      {text ? (
        <EndedOrder text={text} isFinal={!isOpen(order.status)} />
      ) : (
        <PendingOrder order={order} onChange={onChange} />
      )}
    </Ticket>
  );
}

interface EndedOrderProps {
  readonly text: OrderText;
  readonly isFinal: boolean;
}

function EndedOrder({ text, isFinal }: EndedOrderProps) {
  return (
    <Ending icon={text.icon} title={text.title} text={text.text}>
      {isFinal && (
        <ButtonLink kind="primary" href="/">
          Fazer outro pedido
        </ButtonLink>
      )}
    </Ending>
  );
}
