import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { InvoiceEvent, InvoiceView } from '../../../src/invoices/invoice.view.js';
import { useEvents } from '../api/use-events.js';
import { Waiting } from '../components/loading.js';
import { Ending, Ticket } from '../components/ticket.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useRetry } from '../hooks/use-retry.js';
import { useTitle } from '../hooks/use-title.js';
import { LoadFailurePage } from '../layout/load-failure-page.js';
import { isOpen, type OrderText } from '../orders/order-texts.js';
import { describeInvoice } from './invoice-texts.js';
import { invoicesApi } from './invoices.api.js';
import { PendingInvoice } from './pending-invoice.js';

/** An invoice for its debtor: what it costs today, how to pay it, and what has become of it. */
export function InvoicePage() {
  const { id = '' } = useRoute().params;
  const invoice = useLoaded((signal) => invoicesApi.read(id, signal), [id]);
  useRetry(invoice);
  if (invoice.data) {
    return (
      <Invoice
        key={invoice.data.id}
        invoice={invoice.data}
        onChange={invoice.setData}
        onOutdated={() => void invoice.reload()}
      />
    );
  }
  if (invoice.error === undefined) return <Waiting />;
  return (
    <LoadFailurePage
      loaded={invoice}
      unknown="Fatura não encontrada"
      failed="Não foi possível abrir a fatura"
    />
  );
}

interface InvoiceProps {
  readonly invoice: InvoiceView;
  readonly onChange: (invoice: InvoiceView) => void;
  /** Called when the page needs what is not in the event. */
  readonly onOutdated: () => void;
}

function Invoice({ invoice, onChange, onOutdated }: InvoiceProps) {
  const { id, status } = invoice;
  const stream = findStream(invoice);
  const isOffline = useEvents(stream, (data) => {
    const event = JSON.parse(data) as InvoiceEvent;
    if (event.status === status) return;
    if (event.status === 'PENDENTE' && invoice.qrCode === null) onOutdated();
    else onChange({ ...invoice, ...event });
  });
  const text = describeInvoice(invoice);
  useTitle(text?.title ?? 'Sua fatura');
  // What the bank asks for today; the value of the invoice until it has answered.
  const today = useLoaded(
    async (signal) => (status === 'PENDENTE' ? invoicesApi.readToday(id, signal) : undefined),
    [id, status],
  );
  useReturn(today.reload);
  const { tone, status: label } = text ?? describePending(isOffline);
  return (
    <Ticket
      tone={tone}
      status={label}
      title="Sua fatura"
      amount={invoice.valorPago ?? today.data?.total ?? invoice.valor}
      description={
        <>
          {invoice.descricao}, para {invoice.nome} <span class="whole">({invoice.cpfCnpj})</span>
        </>
      }
      txid={invoice.txid}
      isOffline={!text && isOffline}
    >
      {text ? (
        <Ending icon={text.icon} title={text.title} text={text.text} />
      ) : (
        <PendingInvoice invoice={invoice} today={today} />
      )}
    </Ticket>
  );
}

/** Calls `reload` when a person returns to the page: the amount of an earlier day may have changed. */
function useReturn(reload: () => Promise<void>): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);
}

function describePending(isOffline: boolean): Pick<OrderText, 'tone' | 'status'> {
  return { tone: 'waiting', status: isOffline ? 'Reconectando à loja…' : 'Aguardando pagamento' };
}

/** The stream of an invoice whose debtor waits for the bank. */
function findStream({ id, status }: InvoiceView): string | undefined {
  return status !== 'NEGADO' && isOpen(status) ? invoicesApi.eventsUrl(id) : undefined;
}
