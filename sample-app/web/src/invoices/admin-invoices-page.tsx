import type { BatchSummaryView } from '../../../src/invoices/batch.view.js';
import type { InvoiceRowView } from '../../../src/invoices/invoice.view.js';
import { CalendarDate, DateTime } from '../components/date-time.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { StatusBadge } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { ListPage } from '../lists/list-page.js';
import { useSession } from '../session/session.js';
import { adminInvoicesApi } from './admin-invoices.api.js';
import { CreateInvoice } from './create-invoice.js';
import { describeStatus, STATUS_OPTIONS } from './invoice-texts.js';
import { UploadBatch } from './upload-batch.js';
import './admin-invoices-page.css';

/** Invoices: creation, one by one and from a CSV file, and the list. */
export function AdminInvoicesPage() {
  const { canOperate } = useSession();
  return (
    <ListPage<InvoiceRowView>
      title="Faturas"
      api="/api/admin/invoices"
      searchHint="Nome, descrição, txid ou número da fatura"
      choices={[{ name: 'status', label: 'Situação', options: STATUS_OPTIONS }]}
      columns={() => COLUMNS}
      rowKey={({ id }) => id}
      empty="Nenhuma fatura"
      tools={(reload) =>
        canOperate && (
          <div class="invoice-tools">
            <CreateInvoice onCreated={() => void reload()} />
            <UploadBatch />
          </div>
        )
      }
    >
      <Batches />
    </ListPage>
  );
}

/** The latest uploaded files. */
function Batches() {
  const batches = useLoaded(adminInvoicesApi.listBatches, []);
  return (
    <>
      <h2 class="batches-title">Arquivos enviados</h2>
      <Loading loaded={batches}>
        {(rows) => (
          <Table
            caption="Arquivos enviados"
            columns={BATCH_COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            empty="Nenhum arquivo enviado."
          />
        )}
      </Loading>
    </>
  );
}

const BATCH_COLUMNS: readonly Column<BatchSummaryView>[] = [
  { title: 'Arquivo', cell: ({ id, arquivo }) => <a href={`/admin/lotes/${id}`}>{arquivo}</a> },
  { title: 'Enviado em', cell: ({ criadoEm }) => <DateTime value={criadoEm} /> },
];

const COLUMNS: readonly Column<InvoiceRowView>[] = [
  { title: 'Devedor', cell: ({ id, nome }) => <a href={`/admin/faturas/${id}`}>{nome}</a> },
  { title: 'Descrição', cell: ({ descricao }) => descricao },
  { title: 'Vencimento', cell: ({ vencimento }) => <CalendarDate value={vencimento} /> },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
  { title: 'Situação', cell: (row) => <InvoiceStatusBadge invoice={row} /> },
];

/** The status of an invoice, with the reason of the bank. */
export function InvoiceStatusBadge({ invoice }: { readonly invoice: InvoiceRowView }) {
  const { erro } = invoice;
  const [tone, label] = describeStatus(invoice);
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {erro !== null && <p class="reason">{erro}</p>}
    </>
  );
}
