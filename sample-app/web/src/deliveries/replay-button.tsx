import { useState } from 'preact/hooks';
import type { DeliveryView } from '../../../src/backoffice/deliveries/delivery.view.js';
import { Button } from '../components/button.js';
import { ConfirmDialog } from '../components/dialog.js';

interface ReplayButtonProps {
  readonly delivery: DeliveryView;
  readonly isBusy: boolean;
  readonly onReplay: () => void;
}

export function ReplayButton({ delivery, isBusy, onReplay }: ReplayButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!delivery.repetivel) return <>–</>;
  return (
    <>
      <Button isBusy={isBusy} onClick={() => setAsking(true)}>
        Repetir
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Repetir esta entrega?"
        confirm="Sim, repetir"
        keep="Não repetir"
        onConfirm={onReplay}
        onClose={() => setAsking(false)}
      >
        A loja lê no banco o Pix, a recorrência ou a cobrança do evento e o processa de novo. O que
        já foi processado não se repete.
      </ConfirmDialog>
    </>
  );
}
