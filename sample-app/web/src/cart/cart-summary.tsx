import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Product } from '../../../src/catalogue/catalogue.js';
import type { OrderView } from '../../../src/orders/orders.controller.js';
import { call } from '../api/call.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { Money } from '../components/money.js';
import { useAction } from '../hooks/use-action.js';
import { type CartLine, computeTotal, readLines, toItems, useCart } from './cart.js';
import './cart-summary.css';

/** What is in the cart, its total, and the button that orders it. */
export function CartSummary({ products }: { readonly products: readonly Product[] }) {
  const cart = useCart();
  const { route } = useLocation();
  const lines = readLines(cart, products);
  const order = useAction(async () => {
    const { key } = cart;
    const { id } = await call<OrderView>('/api/orders', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: { itens: toItems(lines) },
    });
    cart.empty(key);
    route(`/pedido/${id}`);
  });
  // Another cart is another order.
  const { clearError } = order;
  useEffect(clearError, [cart.key, clearError]);
  return (
    <aside class="summary" aria-labelledby="summary-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (lines.length > 0) void order.run();
        }}
      >
        <h2 id="summary-title">Seu pedido</h2>
        {lines.length === 0 ? <EmptyCart /> : <Lines lines={lines} />}
        <div class="checkout">
          <Alert message={order.error} />
          <p class="total" aria-live="polite">
            <span>Total</span>
            <output id="summary-total">
              <Money value={computeTotal(lines)} />
            </output>
          </p>
          <Button kind="primary" type="submit" disabled={lines.length === 0} isBusy={order.isBusy}>
            Pagar com Pix
          </Button>
        </div>
      </form>
    </aside>
  );
}

function EmptyCart() {
  return (
    <div class="empty">
      <Icon name="bag" />
      <p>
        Seu pedido está vazio.
        <br />
        Escolha um produto.
      </p>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly CartLine[] }) {
  return (
    <ul class="lines" role="list">
      {lines.map(({ product, quantity, amount }) => (
        <li key={product.id}>
          <span>
            {quantity} × {product.nome}
          </span>
          <Money value={amount} />
        </li>
      ))}
    </ul>
  );
}
