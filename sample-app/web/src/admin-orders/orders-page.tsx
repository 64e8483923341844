import type { OrderRowView } from '../../../src/backoffice/orders/admin-order.view.js';
import { url } from '../api/call.js';
import { DateTime } from '../components/date-time.js';
import { Money } from '../components/money.js';
import { StatusBadge } from '../components/status-badge.js';
import type { Column } from '../components/table.js';
import { ListPage } from '../lists/list-page.js';
import { ORDER_STATUS, ORDER_TONE } from './order-texts.js';

const COLUMNS: readonly Column<OrderRowView>[] = [
  {
    title: 'Pedido',
    cell: ({ id, descricao }) => <a href={url`/admin/cobrancas/${id}`}>{descricao}</a>,
  },
  { title: 'Criado em', cell: ({ criadoEm }) => <DateTime value={criadoEm} /> },
  {
    title: 'Situação',
    cell: ({ status }) => (
      <StatusBadge tone={ORDER_TONE[status]}>{ORDER_STATUS[status]}</StatusBadge>
    ),
  },
  { title: 'txid', cell: ({ txid }) => <code>{txid}</code> },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
];

export function OrdersPage() {
  return (
    <ListPage<OrderRowView>
      title="Cobranças"
      api="/api/admin/orders"
      searchHint="Descrição, número do pedido, txid ou identificador do Pix"
      choices={[{ name: 'status', label: 'Situação', options: ORDER_STATUS }]}
      columns={() => COLUMNS}
      rowKey={({ id }) => id}
      empty="Nenhuma cobrança"
    />
  );
}
