import {
  Body,
  Controller,
  Get,
  HttpCode,
  type MessageEvent,
  Param,
  Post,
  Sse,
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
import { CreateOrderDto } from './create-order.dto.js';
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
  ) {}

  @Post()
  async create(@Body() body: CreateOrderDto): Promise<OrderView> {
    return toOrderView(await this.orders.create(body));
  }

  @Get(':id')
  async get(@Param('id') id: string): Promise<OrderView> {
    return toOrderView(await this.orders.get(id));
  }

  /** The status now and at each change, until it is final; comments in between keep proxies awake. */
  @Sse(':id/events')
  async follow(@Param('id') id: string): Promise<Observable<MessageEvent>> {
    await this.orders.get(id);
    const status = this.events
      .watch(id, () => this.orders.find(id), BEAT)
      .pipe(
        map((order): MessageEvent => ({ data: toOrderEvent(order) })),
        share(),
      );
    const ended = status.pipe(ignoreElements(), endWith(true));
    const beats = interval(BEAT).pipe(
      map((): MessageEvent => ({ comment: '' })),
      takeUntil(ended),
    );
    return merge(beats, status);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  async cancel(@Param('id') id: string): Promise<OrderView> {
    return toOrderView(await this.orders.cancel(id));
  }
}
