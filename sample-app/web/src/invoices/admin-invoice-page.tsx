import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { InvoiceDetailView } from '../../../src/invoices/invoice.view.js';
import { Alert } from '../components/alert.js';
import { Button, ButtonLink } from '../components/button.js';
import { CalendarDate, DateTime } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { Waiting } from '../components/loading.js';
import { Money } from '../components/money.js';
import { useAction } from '../hooks/use-action.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { LoadFailurePage } from '../layout/load-failure-page.js';
import { Fact, Facts } from '../lists/facts.js';
import { PaymentRefunds } from '../refunds/payment-refunds.js';
import { useSession } from '../session/session.js';
import { InvoiceStatusBadge } from './admin-invoices-page.js';
import { adminInvoicesApi } from './admin-invoices.api.js';
import { describeOverdue } from './invoice-texts.js';
import './admin-invoices-page.css';

/** An invoice in the back office: cancel it, and refund its payments. */
export function AdminInvoicePage() {
  const { id = '' } = useRoute().params;
  useTitle('Fatura');
  const invoice = useLoaded((signal) => adminInvoicesApi.read(id, signal), [id]);
  if (invoice.data) return <Invoice invoice={invoice.data} onChange={() => invoice.reload()} />;
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
  readonly invoice: InvoiceDetailView;
  readonly onChange: () => Promise<void>;
}

function Invoice({ invoice, onChange }: InvoiceProps) {
  const heading = useFocus<HTMLHeadingElement>();
  const { canOperate } = useSession();
  const [isAsking, setAsking] = useState(false);
  const overdue = describeOverdue(invoice);
  const cancel = useAction(async () => {
    await adminInvoicesApi.cancel(invoice.id);
    await onChange();
  });
  return (
    <section aria-labelledby="invoice-title">
      <div class="page-head">
        <h1 id="invoice-title" ref={heading} tabIndex={-1}>
          Fatura de {invoice.nome}
        </h1>
        <a href="/admin/faturas">Todas as faturas</a>
      </div>
      {overdue !== undefined && <p>{overdue}</p>}
      <InvoiceFacts invoice={invoice} />
      <Alert message={cancel.error} />
      <div class="actions invoice-actions">
        <Button onClick={() => void onChange()}>Atualizar</Button>
        <ButtonLink href={`/faturas/${invoice.id}`}>Página do cliente</ButtonLink>
        {canOperate && invoice.status === 'PENDENTE' && (
          <Button kind="quiet" isBusy={cancel.isBusy} onClick={() => setAsking(true)}>
            Cancelar fatura
          </Button>
        )}
      </div>
      {invoice.pagamentos.map((payment) => (
        <PaymentRefunds
          key={payment.endToEndId}
          payment={payment}
          canOperate={canOperate}
          reload={onChange}
        />
      ))}
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancelar esta fatura?"
        confirm="Sim, cancelar"
        keep="Manter fatura"
        onConfirm={() => void cancel.run()}
        onClose={() => setAsking(false)}
      >
        O QR Code deixa de valer, e o devedor não pode mais pagar.
      </ConfirmDialog>
    </section>
  );
}

function InvoiceFacts({ invoice }: Pick<InvoiceProps, 'invoice'>) {
  const { pagoEm, valorPago } = invoice;
  return (
    <Facts>
      <Fact name="Situação">
        <div role="status">
          <InvoiceStatusBadge invoice={invoice} />
        </div>
      </Fact>
      <Fact name="Valor">
        <Money value={invoice.valor} />
      </Fact>
      <Fact name="Vencimento">
        <CalendarDate value={invoice.vencimento} />
      </Fact>
      <Fact name="Último dia de pagamento">
        <CalendarDate value={invoice.ultimoDia} />
      </Fact>
      <Fact name="Pago">
        {valorPago === null ? '–' : <Money value={valorPago} />}
        {pagoEm !== null && (
          <>
            {' '}
            em <DateTime value={pagoEm} />
          </>
        )}
      </Fact>
      <Fact name="Descrição">{invoice.descricao}</Fact>
      <Fact name="CPF ou CNPJ">{invoice.cpfCnpj}</Fact>
      <Fact name="Criada em">
        <DateTime value={invoice.criadoEm} />
      </Fact>
      <Fact name="txid">
        <code>{invoice.txid}</code>
      </Fact>
    </Facts>
  );
}
