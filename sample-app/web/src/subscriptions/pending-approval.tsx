import type { SubscriptionView } from '../../../src/subscriptions/subscription.view.js';
import { Countdown } from '../components/countdown.js';
import { QrTicket } from '../components/qr-ticket.js';

/** The QR Code with which the payer approves. */
export function PendingApproval({ subscription }: { readonly subscription: SubscriptionView }) {
  const { jornada, pixCopiaECola, qrCode, criadoEm, aprovarAte } = subscription;
  const pays = jornada === 'JORNADA_3';
  return (
    <QrTicket
      pixCopiaECola={pixCopiaECola ?? ''}
      qrCode={qrCode ?? ''}
      subject="desta assinatura"
      caption={<Countdown from={criadoEm} until={aprovarAte} />}
      lastStep={
        pays
          ? 'Pague o primeiro mês e aprove os próximos. Esta página avisa assim que o banco confirmar.'
          : 'Aprove o Pix Automático. Esta página avisa assim que o banco confirmar.'
      }
    />
  );
}
