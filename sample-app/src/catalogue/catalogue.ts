/** A product of the shop. Its price is decimal text. */
export interface Product {
  readonly id: string;
  readonly nome: string;
  readonly detalhe: string;
  readonly preco: string;
}

/** A plan of the coffee club. */
export interface Plan {
  readonly id: string;
  readonly nome: string;
  readonly detalhe: string;
  readonly precoMensal: string;
}

/** A product and its quantity in an order. */
export interface Item {
  readonly produto: string;
  readonly quantidade: number;
}

/** Prices never come from a request. */
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

export const PLANS: readonly Plan[] = [
  {
    id: 'clube-250',
    nome: 'Clube do Café 250 g',
    detalhe: 'Um pacote por mês, da torra da semana',
    precoMensal: '34.90',
  },
  {
    id: 'clube-500',
    nome: 'Clube do Café 500 g',
    detalhe: 'Dois pacotes por mês, de dois produtores',
    precoMensal: '62.90',
  },
  {
    id: 'clube-1kg',
    nome: 'Clube do Café 1 kg',
    detalhe: 'Quatro pacotes por mês, para a casa toda',
    precoMensal: '115.00',
  },
];

/** Maximum quantity of one product in an order. */
export const MAX_QUANTITY = 99;

/** Maximum length of `solicitacaoPagador`, which the payer's bank shows. */
const MAX_DESCRIPTION = 140;

/** The amount of items, and the text that the payer's bank shows. */
export interface Quote {
  readonly valor: string;
  readonly descricao: string;
}

/** @throws Error if a product does not exist; the body of a request is validated before */
export function quote(items: readonly Item[]): Quote {
  let cents = 0n;
  const names: string[] = [];
  for (const { produto, quantidade } of items) {
    const product = PRODUCTS.find(({ id }) => id === produto);
    if (!product) throw new Error(`There is no product ${produto}`);
    cents += BigInt(product.preco.replace('.', '')) * BigInt(quantidade);
    names.push(`${quantidade}x ${product.nome}`);
  }
  const digits = cents.toString().padStart(3, '0');
  const text = names.join(', ');
  return {
    valor: `${digits.slice(0, -2)}.${digits.slice(-2)}`,
    descricao: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text,
  };
}
