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
import {
  endWith,
  ignoreElements,
  interval,
  map,
  merge,
  type Observable,
  share,
  takeUntil,
} from 'rxjs';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { StreamLimits } from '../limits/stream-limits.js';
import { CreateOrderDto } from './create-order.dto.js';
import { parseIdempotencyKey } from './idempotency-key.js';
import { OrderEvents } from './order-events.js';
import { type OrderView, toOrderEvent, toOrderView } from './order.view.js';
import { OrdersService } from './orders.service.js';

/** Milliseconds between two heartbeats, shorter than the idle time of common proxies. */
const BEAT = 15_000;

@Controller('api/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly events: OrderEvents,
    private readonly streams: StreamLimits,
  ) {}

  @Post()
  @UseGuards(RateLimitGuard)
  async create(
    @Body() { itens }: CreateOrderDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<OrderView> {
    const items = itens.map(({ produto, quantidade }) => ({ produto, quantidade }));
    return toOrderView(await this.orders.create(items, parseIdempotencyKey(key)));
  }

  @Get(':id')
  async get(@Param('id') id: string): Promise<OrderView> {
    return toOrderView(await this.orders.get(id));
  }

  /** Streams the status now and at each change, until it is final. Comments keep idle connections open. */
  @Sse(':id/events')
  async follow(
    @Param('id') id: string,
    @Ip() address: string,
    @SseSignal() ended: AbortSignal,
  ): Promise<Observable<MessageEvent>> {
    await this.orders.get(id);
    this.streams.take(id, address, ended);
    const status = this.events
      .watch(id, () => this.orders.find(id), BEAT)
      .pipe(
        map((order): MessageEvent => ({ data: toOrderEvent(order) })),
        share(),
      );
    const final = status.pipe(ignoreElements(), endWith(true));
    const beats = interval(BEAT).pipe(
      map((): MessageEvent => ({ comment: '' })),
      takeUntil(final),
    );
    return merge(beats, status);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  async cancel(@Param('id') id: string): Promise<OrderView> {
    return toOrderView(await this.orders.cancel(id));
  }
}
