import { Controller, Get, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ROLES } from '../../database/schema.js';
import {
  ApiCsvResponse,
  ApiPageResponse,
  BANK_ERRORS,
  Describe,
} from '../../decorators/describe.js';
import { type CsvColumn, toCsvFile, toCsvInstant, toCsvMoney } from '../../lists/csv.js';
import { ListQueryDto } from '../../lists/list-query.dto.js';
import type { Page } from '../../lists/page.view.js';
import { OrdersService } from '../../orders/orders.service.js';
import { Audited } from '../audit/audited.js';
import { OPERATORS, Roles } from '../roles.decorator.js';
import { type OrderDetailView, OrderRowView, toOrderDetailView } from './admin-order.view.js';
import { OrderList } from './order-list.js';

const COLUMNS: readonly CsvColumn<OrderRowView>[] = [
  { titulo: 'Pedido', valor: ({ id }) => id },
  { titulo: 'txid', valor: ({ txid }) => txid },
  { titulo: 'Situação', valor: ({ status }) => status },
  { titulo: 'Valor (R$)', valor: ({ valor }) => toCsvMoney(valor) },
  { titulo: 'Descrição', valor: ({ descricao }) => descricao },
  { titulo: 'Criado em (Brasília)', valor: ({ criadoEm }) => toCsvInstant(criadoEm) },
  { titulo: 'Vence em (Brasília)', valor: ({ expiraEm }) => toCsvInstant(expiraEm) },
  { titulo: 'Pago em (Brasília)', valor: ({ pagoEm }) => toCsvInstant(pagoEm) },
];

/** Orders and their charges. The search finds an identifier (order, charge, payment) or a part of the description. */
@ApiTags('Pedidos')
@Controller('api/admin')
@Roles(ROLES)
export class AdminOrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly orderList: OrderList,
  ) {}

  @Get('orders')
  @Describe('Lista os pedidos')
  @ApiPageResponse(OrderRowView)
  list(@Query() query: ListQueryDto): Promise<Page<OrderRowView>> {
    return this.orderList.page(query);
  }

  @Get('orders.csv')
  @Describe('Exporta os pedidos')
  @ApiCsvResponse()
  export(@Query() query: ListQueryDto): StreamableFile {
    return toCsvFile('cobrancas', COLUMNS, this.orderList.all(query));
  }

  @Get('orders/:id')
  @Describe('Lê um pedido com histórico e pagamentos')
  async get(@Param('id') id: string): Promise<OrderDetailView> {
    return toOrderDetailView(await this.orderList.detail(await this.orders.get(id)));
  }

  /** Cancels the charge. The order is `CANCELADO`, or `CANCELANDO` while the outcome at the bank is unknown. */
  @Post('orders/:id/cancel')
  @Describe('Cancela um pedido, como loja', 409, ...BANK_ERRORS)
  @HttpCode(200)
  @Roles(OPERATORS)
  @Audited('PEDIDO_CANCELADO', 'id', ({ status }: OrderDetailView) => ({
    resultado: status === 'CANCELADO' ? 'SUCESSO' : 'DESCONHECIDO',
  }))
  async cancel(@Param('id') id: string): Promise<OrderDetailView> {
    await this.orders.cancel(id, 'cancelamento pedido pela loja');
    return this.get(id);
  }

  /** Reads the charge from the bank now, and returns the order as it is then. */
  @Post('orders/:id/settle')
  @Describe('Consulta a cobrança no banco agora', ...BANK_ERRORS)
  @HttpCode(200)
  @Roles(OPERATORS)
  @Audited('PEDIDO_CONSULTADO', 'id', ({ status }: OrderDetailView) => ({
    resultado: 'SUCESSO',
    detalhe: status,
  }))
  async settle(@Param('id') id: string): Promise<OrderDetailView> {
    await this.orders.settle(id);
    return this.get(id);
  }
}
