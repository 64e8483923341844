import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChargeView } from '../../../src/charges/charge.view.js';
import { Icon, type IconName } from '../components/icon.js';
import { Money } from '../components/money.js';
import { Petals } from '../components/petals.js';
import type { Tone } from '../components/status-badge.js';
import { useFocus } from '../hooks/use-heading.js';
import { BankLink } from './bank-link.js';
import './ticket.css';

interface TicketProps {
  readonly tone: Tone;
  /** The status in a few words; screen readers announce its changes. */
  readonly status: string;
  readonly title: string;
  readonly amount: string;
  readonly description: ComponentChildren;
  /** Identifier at the bank. */
  readonly txid: string;
  /** What it identifies. Default: the Pix. */
  readonly txidName?: string;
  readonly charge: ChargeView;
  /** The connection to the shop is lost, so that the status may be old. */
  readonly isOffline?: boolean;
  /** A `QrTicket` while it can be paid, otherwise an `Ending`. */
  readonly children: ComponentChildren;
}

/** The receipt of something that is paid with Pix. */
export function Ticket({
  tone,
  status,
  title,
  amount,
  description,
  txid,
  txidName = 'Identificador do Pix',
  charge,
  isOffline = false,
  children,
}: TicketProps) {
  const heading = useFocus();
  return (
    <section class="payment" aria-labelledby="payment-title">
      <div class={isOffline ? 'ticket offline' : 'ticket'} id="ticket" data-tone={tone}>
        <header class="ticket-head">
          <p class="status" id="status" role="status">
            <span class="dot" aria-hidden="true" />
            <span id="status-text">{status}</span>
          </p>
          <h1 id="payment-title" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p class="amount" id="amount">
            <Money value={amount} />
          </p>
          <p class="what" id="what">
            {description}
          </p>
        </header>
        {children}
        {tone === 'good' && <Petals />}
      </div>
      <p class="txid">
        {txidName} <code id="txid">{txid}</code> <BankLink charge={charge} />
      </p>
    </section>
  );
}

interface EndingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** A link to what the customer can do next. */
  readonly children?: ComponentChildren;
}

/** What has become of it, with a seal. Content of a `Ticket`. */
export function Ending({ icon, title, text, children }: EndingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus has disappeared. At first, the heading of the ticket takes it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="ended">
      <div class="seal" aria-hidden="true">
        <svg class="ring" viewBox="0 0 120 120">
          <circle cx="60" cy="60" r="54" />
        </svg>
        <span class="mark">
          <Icon name={icon} />
        </span>
      </div>
      <h2 id="ended-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p id="ended-text">{text}</p>
      {children}
    </div>
  );
}
