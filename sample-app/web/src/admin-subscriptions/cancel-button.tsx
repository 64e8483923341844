import { useState } from 'preact/hooks';
import type { SubscriptionRowView } from '../../../src/subscriptions/subscription.view.js';
import { Button } from '../components/button.js';
import { ConfirmDialog } from '../components/dialog.js';

interface CancelButtonProps {
  readonly subscription: Pick<SubscriptionRowView, 'status' | 'nome'>;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

export function CancelButton({ subscription, isBusy, onCancel }: CancelButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { status, nome } = subscription;
  if (status !== 'AGUARDANDO_APROVACAO' && status !== 'ATIVA') return <>–</>;
  return (
    <>
      <Button kind="quiet" isBusy={isBusy} onClick={() => setAsking(true)}>
        Cancelar
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Cancelar a assinatura de ${nome}?`}
        confirm="Sim, cancelar"
        keep="Manter assinatura"
        onConfirm={onCancel}
        onClose={() => setAsking(false)}
      >
        Nenhum outro mês será cobrado. Um cancelamento não pode ser desfeito.
      </ConfirmDialog>
    </>
  );
}
