import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  Module,
  Param,
  Post,
  type StreamableFile,
  UseGuards,
} from '@nestjs/common';
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
import { BANK, type Bank } from '../bank/bank.module.js';
import { payInDemo } from '../bank/pay-in-demo.js';
import { type Item, MAX_QUANTITY, PRODUCTS } from '../catalogue/catalogue.js';
import { type ChargeView, toChargeView } from '../charges/charge.view.js';
import { parseIdempotencyKey } from '../charges/idempotency-key.js';
import { Live } from '../charges/live.js';
import { formatReais, Pages } from '../http/pages.js';
import { RateLimitGuard } from '../http/rate-limit.js';
import { type ChargedOrder, OrdersService } from './orders.service.js';
import type { Delivery } from './orders.table.js';

/** An order in responses. */
export interface OrderView {
  readonly id: string;
  readonly descricao: string;
  readonly itens: readonly Item[];
  readonly valor: string;
  readonly criadoEm: string;
  readonly entrega: Delivery;
  readonly cobranca: ChargeView;
}

const QUANTITY = `A quantidade deve ser um número inteiro de 1 a ${MAX_QUANTITY}`;

class ItemDto implements Item {
  @IsIn(PRODUCTS.map(({ id }) => id), { message: 'Um produto não existe no catálogo' })
  produto!: string;

  @IsInt({ message: QUANTITY })
  @Min(1, { message: QUANTITY })
  @Max(MAX_QUANTITY, { message: QUANTITY })
  quantidade!: number;
}

class CreateOrderDto {
  @IsArray({ message: 'O pedido deve ter uma lista de itens' })
  @ArrayMinSize(1, { message: 'O pedido está vazio' })
  @ArrayMaxSize(PRODUCTS.length, { message: 'O pedido tem mais produtos do que o catálogo' })
  @ArrayUnique(({ produto }: ItemDto) => produto, { message: 'O pedido repete um produto' })
  @ValidateNested({ message: 'Cada item deve ter produto e quantidade' })
  @Type(() => ItemDto)
  itens!: ItemDto[];
}

@Controller()
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly pages: Pages,
    @Inject(BANK) private readonly bank: Bank,
    live: Live,
  ) {
    live.serve('/api/orders', (id) => this.get(id));
  }

  @Post('api/orders')
  @UseGuards(RateLimitGuard)
  async create(
    @Body() { itens }: CreateOrderDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<OrderView> {
    const items = itens.map(({ produto, quantidade }) => ({ produto, quantidade }));
    return toOrderView(await this.orders.create(items, parseIdempotencyKey(key)));
  }

  @Get('api/orders/:id')
  async get(@Param('id') id: string): Promise<OrderView> {
    return toOrderView(await this.orders.get(id));
  }

  @Post('api/orders/:id/cancel')
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  async cancel(@Param('id') id: string): Promise<OrderView> {
    return toOrderView(await this.orders.cancel(id));
  }

  /** Pays the charge at the simulated bank. The order changes when the bank's webhook arrives. */
  @Post('api/orders/:id/pay')
  @HttpCode(202)
  @UseGuards(RateLimitGuard)
  async pay(@Param('id') id: string): Promise<OrderView> {
    const { charge } = await this.orders.get(id);
    await payInDemo(this.bank, (payer) => payer.pay(charge.identifier ?? ''));
    return this.get(id);
  }

  @Get('pedido/:id')
  async page(@Param('id') id: string): Promise<StreamableFile> {
    const { order } = await this.orders.get(id);
    const title = `Pedido de ${formatReais(order.valor)}`;
    return this.pages.preview(title, `${order.descricao}. Veja a situação e pague com Pix.`);
  }
}

function toOrderView({ order, charge }: ChargedOrder): OrderView {
  const { id, descricao, itens, valor, criadoEm, entrega } = order;
  const cobranca = toChargeView(charge);
  return { id, descricao, itens, valor, criadoEm: criadoEm.toISOString(), entrega, cobranca };
}

@Module({ controllers: [OrdersController], providers: [OrdersService], exports: [OrdersService] })
export class OrdersModule {}
