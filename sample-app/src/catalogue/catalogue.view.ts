/** A product of the shop. Its price is decimal text with two decimals. */
export class Product {
  readonly id!: string;
  readonly nome!: string;
  readonly detalhe!: string;
  readonly preco!: string;
}

/** A product and its quantity in an order. */
export class CatalogueItem {
  readonly produto!: string;
  readonly quantidade!: number;
}

/** The catalogue in responses. */
export class CatalogueView {
  readonly produtos!: Product[];
  /** Maximum quantity of one product in an order. */
  readonly quantidadeMaxima!: number;
}

/** A plan of the coffee club. Its monthly price is decimal text with two decimals. */
export class Plan {
  readonly id!: string;
  readonly nome!: string;
  readonly detalhe!: string;
  readonly precoMensal!: string;
}
