import type { PaymentView } from '../../../src/backoffice/payments/payment.view.js';
import { url } from '../api/call.js';
import { DateTime } from '../components/date-time.js';
import { Money } from '../components/money.js';
import { StatusBadge } from '../components/status-badge.js';
import type { Column } from '../components/table.js';
import { ListPage } from '../lists/list-page.js';
import { describeRefund, PAYMENT_OUTCOME } from './payment-texts.js';

const COLUMNS: readonly Column<PaymentView>[] = [
  { title: 'Recebido em', cell: ({ horario }) => <DateTime value={horario} /> },
  { title: 'Identificador do Pix', cell: ({ endToEndId }) => <code>{endToEndId}</code> },
  {
    title: 'Situação',
    cell: ({ situacao }) => (
      <StatusBadge tone={situacao === 'APLICADO' ? 'good' : 'bad'}>
        {PAYMENT_OUTCOME[situacao]}
      </StatusBadge>
    ),
  },
  {
    title: 'Devolução',
    cell: (payment) => {
      const refund = describeRefund(payment);
      return refund ? <StatusBadge tone={refund.tone}>{refund.text}</StatusBadge> : '–';
    },
  },
  {
    title: 'Cobrança',
    cell: ({ pedido, fatura, assinatura }) => {
      if (pedido !== null) return <a href={url`/admin/cobrancas/${pedido}`}>Ver o pedido</a>;
      if (fatura !== null) return <a href={url`/admin/faturas/${fatura}`}>Ver a fatura</a>;
      if (assinatura === null) return '–';
      return <a href={url`/admin/assinaturas/${assinatura}`}>Ver a assinatura</a>;
    },
  },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
];

export function PaymentsPage() {
  return (
    <ListPage<PaymentView>
      title="Pagamentos"
      api="/api/admin/payments"
      searchHint="Identificador do Pix, txid, número do pedido, da fatura ou da assinatura"
      choices={[{ name: 'status', label: 'Situação', options: PAYMENT_OUTCOME }]}
      columns={() => COLUMNS}
      rowKey={({ endToEndId }) => endToEndId}
      empty="Nenhum pagamento"
    />
  );
}
