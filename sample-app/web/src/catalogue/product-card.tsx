import type { Product } from '../../../src/catalogue/catalogue.js';
import { useCart } from '../cart/cart.js';
import { Money } from '../components/money.js';
import { ProductArt } from './product-art.js';
import './product-card.css';

interface ProductCardProps {
  readonly product: Product;
  readonly maxQuantity: number;
}

export function ProductCard({ product, maxQuantity }: ProductCardProps) {
  const { id, nome, detalhe, preco } = product;
  const isChosen = useCart().getQuantity(id) > 0;
  return (
    <li class={isChosen ? 'product chosen' : 'product'}>
      <ProductArt id={id} />
      <div class="about">
        <h2>{keepUnits(nome)}</h2>
        <p class="detail">{detalhe}</p>
      </div>
      <div class="buy">
        <p class="price">
          <Money value={preco} />
        </p>
        <Stepper product={product} maxQuantity={maxQuantity} />
      </div>
    </li>
  );
}

function Stepper({ product: { id, nome }, maxQuantity }: ProductCardProps) {
  const cart = useCart();
  const quantity = cart.getQuantity(id);
  const change = (step: number) =>
    cart.setQuantity(id, Math.min(Math.max(quantity + step, 0), maxQuantity));
  return (
    <div class="stepper" role="group" aria-label={`Quantidade de ${nome}`}>
      <button
        type="button"
        class="less"
        aria-label="Remover um"
        disabled={quantity === 0}
        onClick={() => change(-1)}
      >
        −
      </button>
      <output>{quantity}</output>
      <button
        type="button"
        class="more"
        aria-label="Adicionar um"
        disabled={quantity >= maxQuantity}
        onClick={() => change(1)}
      >
        +
      </button>
    </div>
  );
}

/** A number and its unit stay on one line. */
function keepUnits(name: string): string {
  return name.replace(/(\d) (g|ml)\b/, '$1\u00a0$2');
}
