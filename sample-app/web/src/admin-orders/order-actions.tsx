import { useState } from 'preact/hooks';
import type { OrderDetailView } from '../../../src/backoffice/orders/admin-order.view.js';
import { explainUnknown } from '../api/explain-unknown.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { ConfirmDialog } from '../components/dialog.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { adminOrdersApi } from './admin-orders.api.js';
import { ORDER_STATUS } from './order-texts.js';

interface OrderActionsProps {
  readonly order: OrderDetailView;
  readonly onChange: (order: OrderDetailView) => void;
  readonly reload: () => Promise<void>;
}

/** What a person can do with the charge of an order. Each action asks first, and says what came of it. */
export function OrderActions({ order, onChange, reload }: OrderActionsProps) {
  const [asking, setAsking] = useState<'cancel' | 'settle'>();
  const showToast = useToast();
  const run = async (
    action: (id: string) => Promise<OrderDetailView>,
    describe: (order: OrderDetailView) => string,
  ) => {
    showToast();
    try {
      const changed = await action(order.id);
      onChange(changed);
      showToast(describe(changed));
    } catch (error) {
      await reload();
      throw explainUnknown(error);
    }
  };
  const cancel = useAction(() => run(adminOrdersApi.cancel, describeCancel));
  const settle = useAction(() => run(adminOrdersApi.settle, describeSettle));
  return (
    <div>
      <div class="order-actions">
        <Button isBusy={settle.isBusy} onClick={() => setAsking('settle')}>
          Consultar no banco
        </Button>
        {order.status === 'PENDENTE' && (
          <Button kind="quiet" isBusy={cancel.isBusy} onClick={() => setAsking('cancel')}>
            Cancelar cobrança
          </Button>
        )}
      </div>
      <Alert message={cancel.error ?? settle.error} />
      <ConfirmDialog
        isOpen={asking === 'settle'}
        title="Consultar no banco?"
        confirm="Sim, consultar"
        keep="Não consultar"
        onConfirm={() => void settle.run()}
        onClose={() => setAsking(undefined)}
      >
        A loja lê a cobrança no banco agora e registra o que ela mostrar, como um pagamento sem
        aviso.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'cancel'}
        title="Cancelar a cobrança?"
        confirm="Sim, cancelar"
        keep="Manter cobrança"
        onConfirm={() => void cancel.run()}
        onClose={() => setAsking(undefined)}
      >
        O QR Code deixa de valer. Um cancelamento não pode ser desfeito.
      </ConfirmDialog>
    </div>
  );
}

function describeCancel({ status }: OrderDetailView): string {
  if (status === 'CANCELADO') return 'Cobrança cancelada.';
  return 'Ainda não se sabe se o banco cancelou. A loja pergunta de novo sozinha.';
}

function describeSettle({ status }: OrderDetailView): string {
  return `Consultado no banco. Situação: ${ORDER_STATUS[status]}.`;
}
