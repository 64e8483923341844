import { useRef, useState } from 'preact/hooks';
import type { OrderView } from '../../../src/orders/order.view.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { Countdown } from '../components/countdown.js';
import { ConfirmDialog } from '../components/dialog.js';
import { QrTicket } from '../components/qr-ticket.js';
import { useAction } from '../hooks/use-action.js';
import { useConfig } from '../layout/config.js';
import { isOpen } from './order-texts.js';
import { ordersApi } from './orders.api.js';

interface PendingOrderProps {
  readonly order: OrderView;
  readonly onChange: (order: OrderView) => void;
}

/** An order that can be paid. */
export function PendingOrder({ order, onChange }: PendingOrderProps) {
  const { demo } = useConfig();
  const [isAsking, setAsking] = useState(false);
  const latest = useRef(order);
  latest.current = order;
  // The order becomes paid when the bank notifies the shop; the event stream tells the page.
  const pay = useAction(async () => {
    cancel.clearError();
    await ordersApi.payInDemo(order.id);
  });
  const cancel = useAction(async () => {
    pay.clearError();
    const answer = await ordersApi.cancel(order.id);
    // The stream may have been faster with a later status.
    if (isOpen(latest.current.status)) onChange(answer);
  });
  return (
    <QrTicket
      pixCopiaECola={order.pixCopiaECola ?? ''}
      qrCode={order.qrCode ?? ''}
      subject="deste pedido"
      caption={<Countdown from={order.criadoEm} until={order.expiraEm} />}
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
