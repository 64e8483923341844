import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Ip,
  type MessageEvent,
  Param,
  Post,
  Sse,
  SseSignal,
  UseGuards,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import { ApiEventsResponse, BANK_ERRORS, Describe } from '../decorators/describe.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { StreamLimits } from '../limits/stream-limits.js';
import { CreateOrderDto } from './create-order.dto.js';
import { parseIdempotencyKey } from './idempotency-key.js';
import { OrderEvents } from './order-events.js';
import { OrderEvent, type OrderView, toOrderEvent, toOrderView } from './order.view.js';
import { OrdersService } from './orders.service.js';

@ApiTags('Pedidos')
@Controller('api/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly events: OrderEvents,
    private readonly streams: StreamLimits,
  ) {}

  @Post()
  @Describe('Cria um pedido e a sua cobrança Pix', 422, ...BANK_ERRORS)
  @UseGuards(RateLimitGuard)
  async create(
    @Body() { itens }: CreateOrderDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<OrderView> {
    const items = itens.map(({ produto, quantidade }) => ({ produto, quantidade }));
    return toOrderView(await this.orders.create(items, parseIdempotencyKey(key)));
  }

  @Get(':id')
  @Describe('Lê um pedido')
  async get(@Param('id') id: string): Promise<OrderView> {
    return toOrderView(await this.orders.get(id));
  }

  /** Streams the status now and at each change, until it is final. */
  @Sse(':id/events')
  @Describe('Acompanha o status de um pedido', 429)
  @ApiEventsResponse(OrderEvent)
  async follow(
    @Param('id') id: string,
    @Ip() address: string,
    @SseSignal() ended: AbortSignal,
  ): Promise<Observable<MessageEvent>> {
    await this.orders.get(id);
    this.streams.take(id, address, ended);
    return this.events.stream(id, () => this.orders.find(id), toOrderEvent);
  }

  @Post(':id/cancel')
  @Describe('Cancela um pedido que espera o pagamento', 409, ...BANK_ERRORS)
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  async cancel(@Param('id') id: string): Promise<OrderView> {
    return toOrderView(await this.orders.cancel(id));
  }
}
