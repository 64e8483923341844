import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../decorators/describe.js';
import { MAX_QUANTITY, PRODUCTS } from './catalogue.js';
import type { CatalogueView } from './catalogue.view.js';

@ApiTags('Loja')
@Controller('api/products')
export class CatalogueController {
  @Get()
  @Describe('Lista os produtos')
  list(): CatalogueView {
    return { produtos: [...PRODUCTS], quantidadeMaxima: MAX_QUANTITY };
  }
}
