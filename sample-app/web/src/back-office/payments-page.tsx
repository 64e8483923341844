import { useLocation } from 'preact-iso/router';
import type { PaymentRowView, RefundView } from '../../../src/payments/payments.controller.js';
import { url, withQuery } from '../api/call.js';
import { RefundBadge } from '../charges/charge-badge.js';
import { MEANINGS } from '../charges/charge-texts.js';
import { Button } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { StatusBadge } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useLive } from '../live/use-live.js';
import { AdminPage } from './admin-page.js';

interface ListProps<Row> {
  readonly title: string;
  readonly api: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** The instant by which the list is sorted. */
  readonly instant: (row: Row) => string;
  readonly empty: string;
}

/** A list with the latest first, and a button that shows older ones. */
function List<Row>({ title, api, columns, rowKey, instant, empty }: ListProps<Row>) {
  const { path, query, route } = useLocation();
  const request = withQuery(api, query);
  const rows = useLive<Row[]>(request);
  const last = rows.data?.at(-1);
  return (
    <AdminPage title={title}>
      <Loading loaded={rows}>
        {(data) => (
          <Table caption={title} columns={columns} rows={data} rowKey={rowKey} empty={empty} />
        )}
      </Loading>
      <nav class="actions" aria-label="Páginas">
        {query.antes !== undefined && <Button onClick={() => route(path)}>Mais recentes</Button>}
        {last !== undefined && (
          <Button onClick={() => route(withQuery(path, { antes: instant(last) }))}>
            Mais antigos
          </Button>
        )}
      </nav>
    </AdminPage>
  );
}

/** Every Pix that the account has received. */
export function PaymentsPage() {
  return (
    <List<PaymentRowView>
      title="Pagamentos"
      api="/api/admin/payments"
      columns={PAYMENTS}
      rowKey={({ endToEndId }) => endToEndId}
      instant={({ horario }) => horario}
      empty="Nenhum pagamento."
    />
  );
}

const ChargeLink = ({ id }: { readonly id: string | null }) =>
  id === null ? '–' : <a href={url`/admin/cobrancas/${id}`}>Ver cobrança</a>;

const PAYMENTS: readonly Column<PaymentRowView>[] = [
  { title: 'Recebido em', cell: ({ horario }) => <DateTime value={horario} /> },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
  {
    title: 'Situação',
    cell: ({ situacao }) => {
      if (situacao === null) return <StatusBadge tone="waiting">Em conferência</StatusBadge>;
      const tone = situacao === 'full' ? 'good' : 'bad';
      return <StatusBadge tone={tone}>{MEANINGS[situacao]}</StatusBadge>;
    },
  },
  {
    title: 'Devolvido',
    isNumber: true,
    cell: ({ devolvido, peloBanco }) => (
      <>
        <Money value={devolvido} />
        {peloBanco && ' pelo banco'}
      </>
    ),
  },
  { title: 'Cobrança', cell: ({ cobranca }) => <ChargeLink id={cobranca} /> },
  { title: 'Pix', cell: ({ endToEndId }) => <code>{endToEndId}</code> },
];

/** Every refund, of the shop and of the bank. */
export function RefundsPage() {
  return (
    <List<RefundView>
      title="Devoluções"
      api="/api/admin/refunds"
      columns={REFUNDS}
      rowKey={({ endToEndId, id }) => `${endToEndId} ${id}`}
      instant={({ pedidaEm }) => pedidaEm}
      empty="Nenhuma devolução."
    />
  );
}

const REFUNDS: readonly Column<RefundView>[] = [
  { title: 'Pedida em', cell: ({ pedidaEm }) => <DateTime value={pedidaEm} /> },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
  { title: 'Situação', cell: (refund) => <RefundBadge refund={refund} /> },
  { title: 'Pedida por', cell: ({ pedidaPor }) => (pedidaPor === 'bank' ? 'Banco' : 'Loja') },
  {
    title: 'Liquidada em',
    cell: ({ liquidadaEm }) => (liquidadaEm === null ? '–' : <DateTime value={liquidadaEm} />),
  },
  { title: 'Cobrança', cell: ({ cobranca }) => <ChargeLink id={cobranca} /> },
  { title: 'Pix', cell: ({ endToEndId }) => <code>{endToEndId}</code> },
];
