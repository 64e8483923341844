import type { CatalogueItem, Product } from './catalogue.view.js';

/** The products of the shop. Prices never come from a request. */
export const PRODUCTS: readonly Product[] = [
  {
    id: 'camiseta-ipe',
    nome: 'Camiseta Ipê',
    detalhe: 'Algodão orgânico, estampa à mão',
    preco: '37.00',
  },
  {
    id: 'cafe-da-serra',
    nome: 'Café da Serra 250 g',
    detalhe: 'Torra média, notas de caramelo',
    preco: '29.90',
  },
  {
    id: 'caneca-esmaltada',
    nome: 'Caneca esmaltada',
    detalhe: '300 ml, boa companhia de fogueira',
    preco: '42.50',
  },
  {
    id: 'sacola-de-feira',
    nome: 'Sacola de feira',
    detalhe: 'Lona crua, aguenta a feira toda',
    preco: '24.00',
  },
];

/** Maximum quantity of one product in an order. */
export const MAX_QUANTITY = 99;

/** Maximum length of `solicitacaoPagador`, which the payer's bank shows. */
const MAX_DESCRIPTION = 140;

/** The amount of a list of items, and the text that the payer's bank shows. */
export interface Quote {
  readonly valor: string;
  readonly descricao: string;
}

/** Computes the amount and the description of items. Returns `undefined` if a product does not exist. */
export function quote(
  items: readonly CatalogueItem[],
  products: readonly Product[] = PRODUCTS,
): Quote | undefined {
  let cents = 0n;
  const names: string[] = [];
  for (const { produto, quantidade } of items) {
    const product = products.find(({ id }) => id === produto);
    if (!product) return undefined;
    cents += toCents(product.preco) * BigInt(quantidade);
    names.push(`${quantidade}x ${product.nome}`);
  }
  const text = names.join(', ');
  return {
    valor: fromCents(cents),
    descricao: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text,
  };
}

function toCents(preco: string): bigint {
  return BigInt(preco.replace('.', ''));
}

function fromCents(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
