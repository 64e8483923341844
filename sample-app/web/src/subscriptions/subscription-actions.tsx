import { useState } from 'preact/hooks';
import type { SubscriptionView } from '../../../src/subscriptions/subscription.view.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { ConfirmDialog } from '../components/dialog.js';
import { type Action, useAction } from '../hooks/use-action.js';
import { useConfig } from '../layout/config.js';
import { isOpenCharge } from './subscription-texts.js';
import { subscriptionsApi } from './subscriptions.api.js';

interface SubscriptionActionsProps {
  readonly subscription: SubscriptionView;
  readonly onChange: (subscription: SubscriptionView) => void;
}

/** Cancels a subscription. In the demo, also acts as the payer at the bank. */
export function SubscriptionActions({ subscription, onChange }: SubscriptionActionsProps) {
  const { id, status } = subscription;
  const { demo } = useConfig();
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(async () => onChange(await subscriptionsApi.cancel(id)));
  const act = useAction(async (request: () => Promise<SubscriptionView>) => {
    onChange(await request());
  });
  const canCancel = status === 'AGUARDANDO_APROVACAO' || status === 'ATIVA';
  return (
    <>
      <Alert message={cancel.error ?? act.error} />
      <div class="actions">
        {demo && <DemoButtons subscription={subscription} act={act} />}
        {canCancel && (
          <Button kind="quiet" isBusy={cancel.isBusy} onClick={() => setAsking(true)}>
            Cancelar assinatura
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancelar esta assinatura?"
        confirm="Sim, cancelar"
        keep="Manter assinatura"
        onConfirm={() => void cancel.run()}
        onClose={() => setAsking(false)}
      >
        Nenhum outro mês será cobrado. Depois das 22h da véspera do vencimento, o banco já não
        cancela a cobrança do dia seguinte.
      </ConfirmDialog>
    </>
  );
}

interface DemoButtonsProps {
  readonly subscription: SubscriptionView;
  readonly act: Action<[() => Promise<SubscriptionView>]>;
}

/** What the payer does at the simulated bank. The page shows the effect when the bank has notified the shop. */
function DemoButtons({ subscription: { id, status, cobrancas }, act }: DemoButtonsProps) {
  const { actInDemo, settleInDemo } = subscriptionsApi;
  if (status === 'AGUARDANDO_APROVACAO') {
    return (
      <>
        <Button
          kind="sun"
          icon="bank"
          isBusy={act.isBusy}
          onClick={() => void act.run(() => actInDemo(id, 'approve'))}
        >
          Aprovar no banco simulado
        </Button>
        <Button isBusy={act.isBusy} onClick={() => void act.run(() => actInDemo(id, 'reject'))}>
          Recusar no banco simulado
        </Button>
      </>
    );
  }
  if (status !== 'ATIVA') return null;
  return (
    <>
      {cobrancas.some(isOpenCharge) && (
        <>
          <Button
            kind="sun"
            icon="bank"
            isBusy={act.isBusy}
            onClick={() => void act.run(() => settleInDemo(id, 'PAGA'))}
          >
            Pagar a cobrança no banco simulado
          </Button>
          <Button
            isBusy={act.isBusy}
            onClick={() => void act.run(() => settleInDemo(id, 'SEM_SALDO'))}
          >
            Falhar por falta de saldo
          </Button>
        </>
      )}
      <Button isBusy={act.isBusy} onClick={() => void act.run(() => actInDemo(id, 'cancel'))}>
        Cancelar no banco simulado
      </Button>
    </>
  );
}
