import type { CatalogueView } from '../../../src/catalogue/catalogue.controller.js';
import { call } from '../api/call.js';
import { CartSummary } from '../cart/cart-summary.js';
import { useCart } from '../cart/cart.js';
import { Loading } from '../components/loading.js';
import { useTitle } from '../hooks/use-heading.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { ProductCard } from './product-card.js';
import './catalogue-page.css';

/** The start page: the products and the cart. */
export function CataloguePage() {
  useTitle();
  const catalogue = useLoaded((signal) => call<CatalogueView>('/api/products', { signal }), []);
  const cart = useCart();
  const products = catalogue.data?.produtos ?? [];
  const isFilled = products.some(({ id }) => cart.getQuantity(id) > 0);
  return (
    <section class={isFilled ? 'shop filled' : 'shop'} aria-labelledby="shop-title">
      <div>
        <div class="hero">
          <h1 id="shop-title">Coisas boas, feitas perto daqui.</h1>
          <p>Escolha os produtos, pague com o QR Code do Pix e receba a confirmação na hora.</p>
        </div>
        <Loading loaded={catalogue}>
          {({ produtos, quantidadeMaxima }) => (
            <ul class="products" role="list">
              {produtos.map((product) => (
                <ProductCard key={product.id} product={product} maxQuantity={quantidadeMaxima} />
              ))}
            </ul>
          )}
        </Loading>
      </div>
      <CartSummary products={products} />
    </section>
  );
}
