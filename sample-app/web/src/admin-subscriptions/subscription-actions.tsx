import { useState } from 'preact/hooks';
import type { SubscriptionDetailView } from '../../../src/backoffice/subscriptions/subscription-detail.view.js';
import { url } from '../api/call.js';
import { Alert } from '../components/alert.js';
import { Button, ButtonLink } from '../components/button.js';
import { ConfirmDialog } from '../components/dialog.js';
import { adminSubscriptionsApi } from './admin-subscriptions.api.js';
import { CancelButton } from './cancel-button.js';
import { describeCancel, STATUSES } from './subscription-status.js';
import { type Change, useChange } from './use-change.js';

interface SubscriptionActionsProps extends Change {
  readonly subscription: SubscriptionDetailView;
}

/** What a person can do with a subscription. Each action asks first, and says what came of it. */
export function SubscriptionActions({ subscription, ...change }: SubscriptionActionsProps) {
  const { id, status } = subscription;
  const canCancel = status === 'AGUARDANDO_APROVACAO' || status === 'ATIVA';
  const [isAsking, setAsking] = useState(false);
  const settle = useChange(
    change,
    adminSubscriptionsApi.settle,
    (now) => `Consultada no banco. Situação: ${STATUSES[now.status]}.`,
  );
  const cancel = useChange(change, adminSubscriptionsApi.cancel, (now) =>
    describeCancel(now.status),
  );
  return (
    <div>
      <div class="subscription-tools">
        <Button isBusy={settle.isBusy} onClick={() => setAsking(true)}>
          Consultar no banco
        </Button>
        {canCancel && (
          <CancelButton
            subscription={subscription}
            isBusy={cancel.isBusy}
            onCancel={() => void cancel.run(id)}
          />
        )}
        <ButtonLink href={url`/assinaturas/${id}`}>Página do cliente</ButtonLink>
      </div>
      <Alert message={cancel.error ?? settle.error} />
      <ConfirmDialog
        isOpen={isAsking}
        title="Consultar no banco?"
        confirm="Sim, consultar"
        keep="Não consultar"
        onConfirm={() => void settle.run(id)}
        onClose={() => setAsking(false)}
      >
        A loja lê a recorrência e as cobranças em aberto agora, e registra o que elas mostrarem.
      </ConfirmDialog>
    </div>
  );
}
