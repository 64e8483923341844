import { useState } from 'preact/hooks';
import type { OrderView } from '../../../src/orders/orders.controller.js';
import { ApiError, call, url } from '../api/call.js';
import { ChargeBadge } from '../charges/charge-badge.js';
import { Button, ButtonLink } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { type Column, Table } from '../components/table.js';
import { useFocus, useTitle } from '../hooks/use-heading.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useLive } from '../live/use-live.js';
import { forgetOrders, listOrders } from './known-orders.js';
import './orders-page.css';

/** The orders that were opened in this browser. Who has the address of an order sees it: there are no customer accounts. */
export function OrdersPage() {
  useTitle('Meus pedidos');
  const heading = useFocus();
  const [ids, setIds] = useState(listOrders);
  const orders = useLoaded((signal) => readOrders(ids, signal), [ids]);
  const forget = () => {
    forgetOrders();
    setIds([]);
  };
  return (
    <section class="orders" aria-labelledby="orders-title">
      <h1 id="orders-title" ref={heading} tabIndex={-1}>
        Meus pedidos
      </h1>
      <p>Os pedidos feitos ou abertos neste navegador.</p>
      <p class="orders-actions">
        <ButtonLink href="/">Fazer um pedido</ButtonLink>
        {ids.length > 0 && (
          <Button kind="quiet" onClick={forget}>
            Esquecer os pedidos neste navegador
          </Button>
        )}
      </p>
      <Loading loaded={orders}>
        {(rows) => (
          <Table
            caption="Meus pedidos"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            empty="Nenhum pedido neste navegador."
          />
        )}
      </Loading>
    </section>
  );
}

/** Leaves out orders that the shop no longer has. */
async function readOrders(ids: readonly string[], signal: AbortSignal): Promise<OrderView[]> {
  const reads = ids.map((id) => call<OrderView>(url`/api/orders/${id}`, { signal }));
  return (await Promise.allSettled(reads)).flatMap((read) => {
    if (read.status === 'fulfilled') return [read.value];
    if (read.reason instanceof ApiError && read.reason.status === 404) return [];
    throw read.reason;
  });
}

/** Follows an order, so that the list says what the page of the order says. */
function OrderStatus({ order }: { readonly order: OrderView }) {
  const { data = order } = useLive<OrderView>(url`/api/orders/${order.id}`);
  return <ChargeBadge charge={data.cobranca} />;
}

const COLUMNS: readonly Column<OrderView>[] = [
  { title: 'Pedido', cell: ({ id, descricao }) => <a href={url`/pedido/${id}`}>{descricao}</a> },
  {
    title: 'Feito em (horário de Brasília)',
    cell: ({ criadoEm }) => <DateTime value={criadoEm} />,
  },
  { title: 'Situação', cell: (order) => <OrderStatus order={order} /> },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
];
