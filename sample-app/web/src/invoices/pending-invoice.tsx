import type { InvoiceTodayView, InvoiceView } from '../../../src/invoices/invoice.view.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { CalendarDate } from '../components/date-time.js';
import { Money } from '../components/money.js';
import { QrTicket } from '../components/qr-ticket.js';
import { useAction } from '../hooks/use-action.js';
import type { Loaded } from '../hooks/use-loaded.js';
import { useConfig } from '../layout/config.js';
import { formatDate } from '../text/dates.js';
import { describeTerms } from './invoice-texts.js';
import { invoicesApi } from './invoices.api.js';
import './pending-invoice.css';

interface PendingInvoiceProps {
  readonly invoice: InvoiceView;
  readonly today: Loaded<InvoiceTodayView | undefined>;
}

/** An invoice that can be paid. */
export function PendingInvoice({ invoice, today }: PendingInvoiceProps) {
  const { demo } = useConfig();
  // The invoice becomes paid when the bank notifies the shop; the event stream tells the page.
  const pay = useAction(async () => {
    await invoicesApi.payInDemo(invoice.id);
  });
  return (
    <QrTicket
      pixCopiaECola={invoice.pixCopiaECola ?? ''}
      qrCode={invoice.qrCode ?? ''}
      subject="desta fatura"
      caption={
        <>
          Vence em <CalendarDate value={invoice.vencimento} />
        </>
      }
      lastStep="Confirme. Esta página avisa assim que o pagamento chegar."
    >
      <Amounts invoice={invoice} today={today} />
      <Alert message={pay.error} />
      {demo && (
        <div class="actions">
          <Button kind="sun" icon="bank" isBusy={pay.isBusy} onClick={() => void pay.run()}>
            Pagar no banco simulado
          </Button>
        </div>
      )}
    </QrTicket>
  );
}

/** The amount of today and its parts, as the bank computes them, and the terms. */
function Amounts({ invoice, today }: PendingInvoiceProps) {
  const { data, error } = today;
  return (
    <section class="invoice-amounts" aria-label="Valor de hoje">
      {data ? (
        <dl>
          <Amount name="Valor da fatura" value={data.original} />
          <Amount name="Multa" value={data.multa} />
          <Amount name="Juros" value={data.juros} />
          <Amount name="Desconto" value={data.desconto} isDeducted />
          <Amount name={`Total em ${formatDate(data.dia)}`} value={data.total} />
        </dl>
      ) : (
        <p role="status">
          {error === undefined
            ? 'Consultando o valor de hoje no banco…'
            : 'O banco não informou o valor de hoje. O aplicativo do seu banco mostra o valor ao ler o código.'}
        </p>
      )}
      <ul class="invoice-terms">
        {describeTerms(invoice, data?.dia).map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </section>
  );
}

interface AmountProps {
  readonly name: string;
  readonly value: string | null;
  readonly isDeducted?: boolean;
}

function Amount({ name, value, isDeducted = false }: AmountProps) {
  if (value === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isDeducted && '− '}
        <Money value={value} />
      </dd>
    </div>
  );
}
