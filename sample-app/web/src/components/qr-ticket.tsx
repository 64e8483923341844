import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { ChargeView } from '../../../src/charges/charge.view.js';
import { CopyButton } from './copy-button.js';
import './qr-ticket.css';

interface QrTicketProps {
  /** The text of the QR Code, and its picture as a data URL. */
  readonly charge: Pick<ChargeView, 'pixCopiaECola' | 'qrCode'>;
  /** What the QR Code pays, for its alternative text: "deste pedido". */
  readonly subject: string;
  /** Under the QR Code: a `Countdown`, or a due date. */
  readonly caption?: ComponentChildren;
  /** What the last step tells: what happens after the payment. */
  readonly lastStep: ComponentChildren;
  /** Alerts and buttons. */
  readonly children?: ComponentChildren;
}

/** The ways to pay a charge: QR Code, Copia e Cola and what to do. Content of a `Ticket`. */
export function QrTicket({ charge, subject, caption, lastStep, children }: QrTicketProps) {
  const { pixCopiaECola, qrCode } = charge;
  return (
    <div class="pending">
      <figure class="qr">
        <img
          id="qr"
          src={qrCode ?? ''}
          alt={`QR Code do Pix ${subject}`}
          width="264"
          height="264"
        />
        {caption !== undefined && <figcaption>{caption}</figcaption>}
      </figure>
      <div class="ways">
        <Steps lastStep={lastStep} />
        <CopyField text={pixCopiaECola ?? ''} />
        {children}
      </div>
    </div>
  );
}

function Steps({ lastStep }: Pick<QrTicketProps, 'lastStep'>) {
  return (
    <ol class="steps">
      <li>
        Abra o aplicativo do seu banco e escolha <strong>Pix</strong>.
      </li>
      <li class="if-wide">Aponte a câmera para o QR Code, ou use o Copia e Cola abaixo.</li>
      <li class="if-narrow">
        Escolha <strong>Pix Copia e Cola</strong> e cole o código copiado aqui.
      </li>
      <li>{lastStep}</li>
    </ol>
  );
}

function CopyField({ text }: { readonly text: string }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const select = () => area.current?.select();
  return (
    <div class="copy-field">
      <label for={id}>Pix Copia e Cola</label>
      <div class="copy">
        <textarea
          ref={area}
          id={id}
          readonly
          rows={3}
          spellcheck={false}
          value={text}
          onFocus={select}
        />
        <CopyButton text={text} onRefused={() => select()} />
      </div>
      <p class="printed-code">{text}</p>
    </div>
  );
}
