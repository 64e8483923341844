import { Controller, Get } from '@nestjs/common';
import { MAX_QUANTITY, type Product, PRODUCTS } from './catalogue.js';

interface Catalogue {
  readonly produtos: readonly Product[];
  /** Maximum quantity of one product in an order. */
  readonly quantidadeMaxima: number;
}

@Controller('api/products')
export class CatalogueController {
  @Get()
  list(): Catalogue {
    return { produtos: PRODUCTS, quantidadeMaxima: MAX_QUANTITY };
  }
}
