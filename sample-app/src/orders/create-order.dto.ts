import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MAX_QUANTITY, PRODUCTS } from '../catalogue/catalogue.js';
import type { CatalogueItem } from '../catalogue/catalogue.view.js';

const QUANTITY = `quantidade deve ser um número inteiro de 1 a ${MAX_QUANTITY}`;

export class OrderItemDto implements CatalogueItem {
  /** Identifier of a product of `GET /api/products`. */
  @IsIn(PRODUCTS.map(({ id }) => id), { message: 'produto não existe no catálogo' })
  produto!: string;

  @IsInt({ message: QUANTITY })
  @Min(1, { message: QUANTITY })
  @Max(MAX_QUANTITY, { message: QUANTITY })
  quantidade!: number;
}

/** Body of `POST /api/orders`. */
export class CreateOrderDto {
  /** What is being bought: each product once. */
  @IsArray({ message: 'itens deve ser uma lista' })
  @ArrayMinSize(1, { message: 'itens não pode ser uma lista vazia' })
  @ArrayMaxSize(PRODUCTS.length, { message: 'itens tem mais produtos do que o catálogo' })
  @ArrayUnique(({ produto }: OrderItemDto) => produto, {
    message: 'itens não pode repetir um produto',
  })
  @ValidateNested({ message: 'cada um dos itens deve ter produto e quantidade' })
  @Type(() => OrderItemDto)
  itens!: OrderItemDto[];
}
