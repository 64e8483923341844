import { useRoute } from 'preact-iso/router';
import type { OrderDetailView } from '../../../src/backoffice/orders/admin-order.view.js';
import { describeReason } from '../admin-payments/payment-texts.js';
import { DateTime } from '../components/date-time.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { StatusBadge } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { MessagePage } from '../layout/message-page.js';
import { Fact, Facts } from '../lists/facts.js';
import { useSession } from '../session/session.js';
import { adminOrdersApi } from './admin-orders.api.js';
import { OrderActions } from './order-actions.js';
import { OrderPayments } from './order-payments.js';
import { ORDER_STATUS, ORDER_TONE } from './order-texts.js';
import './order-page.css';

type Transition = OrderDetailView['transicoes'][number];

const TRANSITIONS: readonly Column<Transition>[] = [
  { title: 'Quando', cell: ({ em }) => <DateTime value={em} /> },
  {
    title: 'Situação',
    cell: ({ para }) => <StatusBadge tone={ORDER_TONE[para]}>{ORDER_STATUS[para]}</StatusBadge>,
  },
  { title: 'Motivo', cell: ({ motivo }) => describeReason(motivo) },
];

/** One order with its charge: history, payments and what a person can do. */
export function OrderPage() {
  const { id = '' } = useRoute().params;
  useTitle('Pedido');
  const heading = useFocus<HTMLHeadingElement>();
  const order = useLoaded((signal) => adminOrdersApi.read(id, signal), [id]);
  const { canOperate } = useSession();
  if (order.status === 404) {
    return (
      <MessagePage title="Pedido não encontrado" href="/admin/cobrancas" link="Ver as cobranças">
        Nenhum pedido tem este número. Confira o endereço.
      </MessagePage>
    );
  }
  return (
    <section class="admin-order" aria-labelledby="order-title">
      <div class="page-head">
        <h1 id="order-title" ref={heading} tabIndex={-1}>
          Pedido
        </h1>
        <a href="/admin/cobrancas">Todas as cobranças</a>
      </div>
      <Loading loaded={order}>
        {(data) => (
          <>
            <OrderFacts order={data} />
            {canOperate && (
              <OrderActions order={data} onChange={order.setData} reload={order.reload} />
            )}
            <OrderPayments order={data} canOperate={canOperate} reload={order.reload} />
            <h2>Histórico</h2>
            <Table
              caption="Mudanças de situação"
              columns={TRANSITIONS}
              rows={data.transicoes}
              rowKey={({ em, para }) => `${em} ${para}`}
              empty="Sem mudanças."
            />
          </>
        )}
      </Loading>
    </section>
  );
}

function OrderFacts({ order }: { readonly order: OrderDetailView }) {
  const { id, txid, descricao, valor, status, criadoEm, expiraEm, pagoEm } = order;
  return (
    <Facts>
      <Fact name="Situação">
        <StatusBadge tone={ORDER_TONE[status]}>{ORDER_STATUS[status]}</StatusBadge>
      </Fact>
      <Fact name="Valor">
        <Money value={valor} />
      </Fact>
      <Fact name="Descrição">{descricao}</Fact>
      <Fact name="Criado em">
        <DateTime value={criadoEm} />
      </Fact>
      <Fact name="Vence em">
        <DateTime value={expiraEm} />
      </Fact>
      <Fact name="Pago em">{pagoEm === null ? '–' : <DateTime value={pagoEm} />}</Fact>
      <Fact name="Número do pedido">
        <code>{id}</code>
      </Fact>
      <Fact name="txid">
        <code>{txid}</code>
      </Fact>
    </Facts>
  );
}
