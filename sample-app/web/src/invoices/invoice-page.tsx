import { useRoute } from 'preact-iso/router';
import type { InvoiceView } from '../../../src/invoices/invoice.view.js';
import type { InvoiceToday } from '../../../src/invoices/invoices.service.js';
import { call, url } from '../api/call.js';
import { describeCharge } from '../charges/charge-texts.js';
import { Receipt } from '../charges/receipt.js';
import { Ending, Ticket } from '../charges/ticket.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { CalendarDate } from '../components/date-time.js';
import { Fact } from '../components/facts.js';
import { Money } from '../components/money.js';
import { QrTicket } from '../components/qr-ticket.js';
import { useAction } from '../hooks/use-action.js';
import { useTitle } from '../hooks/use-heading.js';
import { type Loaded, useLoaded } from '../hooks/use-loaded.js';
import { useConfig } from '../layout/config.js';
import { RecordPage } from '../layout/message-page.js';
import { useLive } from '../live/use-live.js';
import { formatDate } from '../text/dates.js';
import { describeTerms } from './invoice-terms.js';
import './invoice-page.css';

/** An invoice for its debtor: what it costs today, how to pay it, and what has become of it. */
export function InvoicePage() {
  const { id = '' } = useRoute().params;
  const live = useLive<InvoiceView>(url`/api/invoices/${id}`);
  return (
    <RecordPage
      live={live}
      unknown="Fatura não encontrada"
      failed="Não foi possível abrir a fatura"
    >
      {(invoice) => <Invoice invoice={invoice} isOffline={live.isOffline} />}
    </RecordPage>
  );
}

interface InvoiceProps {
  readonly invoice: InvoiceView;
  readonly isOffline: boolean;
}

function Invoice({ invoice, isOffline }: InvoiceProps) {
  const { id, nome, cpfCnpj, descricao, cobranca } = invoice;
  const text = describeCharge(cobranca, 'fatura');
  const { tone, status, title } = text ?? PENDING;
  const { cnpj } = useConfig();
  useTitle(title);
  const isPending = cobranca.status === 'PENDENTE';
  // What the bank asks for today; the value of the invoice until it has answered.
  const today = useLoaded(
    async (signal) =>
      isPending ? call<InvoiceToday>(url`/api/invoices/${id}/today`, { signal }) : undefined,
    [id, isPending, invoice.hoje],
  );
  const paid = cobranca.pagamentos.find(({ situacao }) => situacao === 'full');
  return (
    <>
      <Ticket
        tone={tone}
        status={isOffline ? 'Reconectando à loja…' : status}
        title="Sua fatura"
        amount={paid?.valor ?? today.data?.total ?? invoice.valor}
        description={
          <>
            {descricao}, para {nome} <span class="whole">({cpfCnpj})</span>
            <br />
            Credor: Loja Ipê{cnpj !== null && <span class="whole">, CNPJ {cnpj}</span>}
          </>
        }
        txid={cobranca.identificador ?? ''}
        charge={cobranca}
        isOffline={isOffline}
      >
        {text ? (
          <Ending icon={text.icon} title={text.title} text={text.text} />
        ) : (
          <PendingInvoice invoice={invoice} today={today} />
        )}
      </Ticket>
      <Receipt charge={cobranca} description={descricao} />
    </>
  );
}

const PENDING = {
  tone: 'waiting',
  status: 'Aguardando pagamento',
  title: 'Sua fatura',
} as const;

interface PendingInvoiceProps {
  readonly invoice: InvoiceView;
  readonly today: Loaded<InvoiceToday | undefined>;
}

/** An invoice that can be paid. It changes when the bank has notified the shop. */
function PendingInvoice({ invoice, today }: PendingInvoiceProps) {
  const { demo } = useConfig();
  const { id, cobranca, vencimento } = invoice;
  const pay = useAction(async () => {
    await call(url`/api/invoices/${id}/pay`, { method: 'POST' });
  });
  return (
    <QrTicket
      charge={cobranca}
      subject="desta fatura"
      caption={
        <>
          Vence em <CalendarDate value={vencimento} />
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

/** The amount of today and its parts, and the terms. */
function Amounts({ invoice, today: { data, error } }: PendingInvoiceProps) {
  return (
    <section class="invoice-amounts" aria-label="Valor de hoje" aria-live="polite">
      {error === undefined ? (
        // As high before the answer as after it: what is below must not move while somebody presses it.
        <dl>
          <Amount name="Valor da fatura" value={data?.original ?? invoice.valor} />
          <Amount name="Multa" value={data?.multa} />
          <Amount name="Juros" value={data?.juros} />
          <Amount name="Desconto" value={data?.desconto} sign="− " />
          <Fact name={data ? `Total em ${formatDate(data.dia)}` : 'Total de hoje'}>
            {data ? <Money value={data.total} /> : 'Consultando o banco…'}
          </Fact>
        </dl>
      ) : (
        <p>
          Não foi possível consultar o valor de hoje. O aplicativo do seu banco mostra o valor ao
          ler o código.
        </p>
      )}
      {data?.calculado === true && (
        <p>
          O banco não respondeu: este valor é o cálculo da loja. Vale o que o aplicativo do seu
          banco mostrar ao ler o código.
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
  readonly value: string | null | undefined;
  readonly sign?: string;
}

function Amount({ name, value, sign }: AmountProps) {
  if (!value) return null;
  return (
    <Fact name={name}>
      {sign}
      <Money value={value} />
    </Fact>
  );
}
