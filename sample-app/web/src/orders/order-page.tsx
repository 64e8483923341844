import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { OrderView } from '../../../src/orders/orders.controller.js';
import { call, url } from '../api/call.js';
import { type ChargeText, describeCharge } from '../charges/charge-texts.js';
import { Receipt } from '../charges/receipt.js';
import { Ending, Ticket } from '../charges/ticket.js';
import { Alert } from '../components/alert.js';
import { Button, ButtonLink } from '../components/button.js';
import { Countdown } from '../components/countdown.js';
import { ConfirmDialog } from '../components/dialog.js';
import { QrTicket } from '../components/qr-ticket.js';
import { useAction } from '../hooks/use-action.js';
import { useTitle } from '../hooks/use-heading.js';
import { useConfig } from '../layout/config.js';
import { RecordPage } from '../layout/message-page.js';
import { useLive } from '../live/use-live.js';
import { rememberOrder } from './known-orders.js';

/** An order: how to pay it, and what has become of it. */
export function OrderPage() {
  const { id = '' } = useRoute().params;
  const live = useLive<OrderView>(url`/api/orders/${id}`);
  return (
    <RecordPage
      live={live}
      unknown="Pedido não encontrado"
      failed="Não foi possível abrir o pedido"
    >
      {(order) => <Order order={order} isOffline={live.isOffline} />}
    </RecordPage>
  );
}

interface OrderProps {
  readonly order: OrderView;
  readonly isOffline: boolean;
}

function Order({ order, isOffline }: OrderProps) {
  const { id, cobranca, descricao, valor } = order;
  useEffect(() => rememberOrder(id), [id]);
  const text = describeCharge(cobranca, 'pedido');
  useTitle(text?.title ?? 'Pague com Pix');
  const status = text?.status ?? 'Aguardando pagamento';
  return (
    <>
      <Ticket
        tone={text?.tone ?? 'waiting'}
        status={isOffline ? 'Reconectando à loja…' : status}
        title={text ? 'Seu pedido' : 'Pague com Pix'}
        amount={valor}
        description={descricao}
        txid={cobranca.identificador ?? ''}
        charge={cobranca}
        isOffline={isOffline}
      >
        {text ? <EndedOrder text={text} order={order} /> : <PendingOrder order={order} />}
      </Ticket>
      <Receipt charge={cobranca} description={descricao} />
    </>
  );
}

interface EndedOrderProps {
  readonly text: ChargeText;
  readonly order: OrderView;
}

function EndedOrder({ text, order }: EndedOrderProps) {
  // While money may be on its way, nothing invites to pay again.
  const isWaiting = ['CRIANDO', 'CANCELANDO', 'EM_ANALISE', 'DEVOLVENDO'].includes(
    order.cobranca.status,
  );
  return (
    <Ending icon={text.icon} title={text.title} text={text.text}>
      {!isWaiting && (
        <ButtonLink kind="primary" href="/">
          Fazer outro pedido
        </ButtonLink>
      )}
    </Ending>
  );
}

/** An order that can be paid. It changes when the bank has notified the shop. */
function PendingOrder({ order: { id, cobranca } }: { readonly order: OrderView }) {
  const { demo } = useConfig();
  const [isAsking, setAsking] = useState(false);
  const pay = useAction(async () => {
    cancel.clearError();
    await call(url`/api/orders/${id}/pay`, { method: 'POST' });
  });
  const cancel = useAction(async () => {
    pay.clearError();
    await call(url`/api/orders/${id}/cancel`, { method: 'POST' });
  });
  return (
    <QrTicket
      charge={cobranca}
      subject="deste pedido"
      caption={
        cobranca.pagavelAte !== null && (
          <Countdown from={cobranca.criadaEm} until={cobranca.pagavelAte} />
        )
      }
      lastStep="Confirme. Esta página avisa assim que o pagamento chegar."
    >
      <Alert message={pay.error ?? cancel.error} />
      <div class="actions">
        {demo && (
          <Button kind="sun" icon="bank" isBusy={pay.isBusy} onClick={() => void pay.run()}>
            Pagar no banco simulado
          </Button>
        )}
        <Button kind="quiet" isBusy={cancel.isBusy} onClick={() => setAsking(true)}>
          Cancelar pedido
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancelar este pedido?"
        confirm="Sim, cancelar"
        keep="Manter pedido"
        onConfirm={() => void cancel.run()}
        onClose={() => setAsking(false)}
      >
        O QR Code deixa de valer. Se você já pagou, espere a confirmação.
      </ConfirmDialog>
    </QrTicket>
  );
}
