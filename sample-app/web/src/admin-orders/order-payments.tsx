import type { OrderDetailView } from '../../../src/backoffice/orders/admin-order.view.js';
import { PaymentRefunds } from '../refunds/payment-refunds.js';

interface OrderPaymentsProps {
  readonly order: OrderDetailView;
  readonly canOperate: boolean;
  readonly reload: () => Promise<void>;
}

/** The payments of an order, each with its refunds. */
export function OrderPayments({ order, canOperate, reload }: OrderPaymentsProps) {
  if (order.pagamentos.length === 0) return <p>Nenhum pagamento recebido.</p>;
  return (
    <>
      {order.pagamentos.map((payment) => (
        <PaymentRefunds
          key={payment.endToEndId}
          payment={payment}
          canOperate={canOperate}
          reload={reload}
        />
      ))}
    </>
  );
}
