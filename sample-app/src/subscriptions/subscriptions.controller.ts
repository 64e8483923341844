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
import { PLANS } from '../catalogue/plans.js';
import { ApiEventsResponse, BANK_ERRORS, Describe } from '../decorators/describe.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { StreamLimits } from '../limits/stream-limits.js';
import { parseIdempotencyKey } from '../orders/idempotency-key.js';
import { CreateSubscriptionDto } from './create-subscription.dto.js';
import { SubscriptionEvents } from './subscription-events.js';
import {
  type PlansView,
  SubscriptionEvent,
  type SubscriptionView,
  toSubscriptionEvent,
  toSubscriptionView,
} from './subscription.view.js';
import { type SubscriptionDetails, SubscriptionsService } from './subscriptions.service.js';

@ApiTags('Assinaturas')
@Controller('api/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly events: SubscriptionEvents,
    private readonly streams: StreamLimits,
  ) {}

  @Get('plans')
  @Describe('Lista os planos do clube')
  plans(): PlansView {
    return { disponivel: this.subscriptions.isAvailable, planos: [...PLANS] };
  }

  @Post()
  @Describe('Cria uma assinatura com Pix Automático', 409, 422, 501, ...BANK_ERRORS)
  @UseGuards(RateLimitGuard)
  async create(
    @Body() { plano, nome, cpf, jornada }: CreateSubscriptionDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<SubscriptionView> {
    const request = { plano, nome, cpf, jornada };
    return toView(await this.subscriptions.create(request, parseIdempotencyKey(key)));
  }

  @Get(':id')
  @Describe('Lê uma assinatura e as suas cobranças')
  async get(@Param('id') id: string): Promise<SubscriptionView> {
    return toView(await this.subscriptions.get(id));
  }

  /** Streams the status and the charges now and at each change, until nothing can change by itself. */
  @Sse(':id/events')
  @Describe('Acompanha uma assinatura e as suas cobranças', 429)
  @ApiEventsResponse(SubscriptionEvent)
  async follow(
    @Param('id') id: string,
    @Ip() address: string,
    @SseSignal() ended: AbortSignal,
  ): Promise<Observable<MessageEvent>> {
    await this.subscriptions.get(id);
    this.streams.take(id, address, ended);
    const read = async () => {
      const { subscription, charges } = await this.subscriptions.get(id);
      return toSubscriptionEvent(subscription, charges);
    };
    return this.events.stream(id, read, (event) => event);
  }

  @Post(':id/cancel')
  @Describe('Cancela uma assinatura', 409, ...BANK_ERRORS)
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  async cancel(@Param('id') id: string): Promise<SubscriptionView> {
    return toView(await this.subscriptions.cancel(id, 'cancelamento pedido pelo cliente'));
  }
}

function toView({ subscription, charges }: SubscriptionDetails): SubscriptionView {
  return toSubscriptionView(subscription, charges);
}
