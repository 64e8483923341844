import type { Item, Product } from '../../../src/catalogue/catalogue.js';
import { multiplyMoney, sumMoney } from '../text/money.js';
import type { Cart } from './cart.js';

/** A chosen product. */
export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
  readonly amount: string;
}

/** The chosen products of the catalogue. */
export function readLines(cart: Cart, products: readonly Product[]): CartLine[] {
  return products
    .map((product) => ({ product, quantity: cart.getQuantity(product.id) }))
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ ...line, amount: multiplyMoney(line.product.preco, line.quantity) }));
}

/** The total that the page shows. The shop computes the amount of the order itself. */
export function computeTotal(lines: readonly CartLine[]): string {
  return sumMoney(lines.map(({ amount }) => amount));
}

/** The items of the order. */
export function toItems(lines: readonly CartLine[]): Item[] {
  return lines.map(({ product, quantity }) => ({ produto: product.id, quantidade: quantity }));
}
