import {
  Body,
  ConflictException,
  Controller,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  Post,
  UseGuards,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BANK, type Bank, PaymentRefused, type SimulatedPayer } from '../bank/bank.js';
import { BANK_ERRORS, Describe } from '../decorators/describe.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { type SubscriptionView, toSubscriptionView } from '../subscriptions/subscription.view.js';
import {
  type SubscriptionDetails,
  SubscriptionsService,
} from '../subscriptions/subscriptions.service.js';
import { SettleChargeDto } from './settle-charge.dto.js';

/**
 * Acts as the payer of a subscription at the simulated bank. Responds with 404 if the bank is real. The subscription
 * changes only when the bank's webhook arrives.
 */
@ApiTags('Demonstração')
@Controller('api/demo/subscriptions')
@UseGuards(RateLimitGuard)
export class DemoSubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  @Post(':id/approve')
  @Describe('Aprova a assinatura, como pagador', 409, ...BANK_ERRORS)
  @HttpCode(202)
  approve(@Param('id') id: string): Promise<SubscriptionView> {
    return this.#act(id, (payer, { subscription }) =>
      payer.approve(requireIdRec(subscription.idRec), subscription.jornada),
    );
  }

  @Post(':id/reject')
  @Describe('Recusa a assinatura, como pagador', 409, ...BANK_ERRORS)
  @HttpCode(202)
  reject(@Param('id') id: string): Promise<SubscriptionView> {
    return this.#act(id, (payer, { subscription }) =>
      payer.reject(requireIdRec(subscription.idRec)),
    );
  }

  /** Cancels the recurrence as its payer. */
  @Post(':id/cancel')
  @Describe('Cancela a recorrência, como pagador', 409, ...BANK_ERRORS)
  @HttpCode(202)
  cancel(@Param('id') id: string): Promise<SubscriptionView> {
    return this.#act(id, (payer, { subscription }) =>
      payer.cancelRecurrence(requireIdRec(subscription.idRec)),
    );
  }

  /** Ends the pending attempt of the open charge before its day. */
  @Post(':id/settle')
  @Describe('Encerra a tentativa pendente antes do dia, com ou sem saldo', 409, ...BANK_ERRORS)
  @HttpCode(202)
  settle(
    @Param('id') id: string,
    @Body() { resultado }: SettleChargeDto,
  ): Promise<SubscriptionView> {
    return this.#act(id, (payer, { charges }) => {
      const open = charges.find(
        ({ status }) => status === 'AGENDADA' || status === 'EM_NOVA_TENTATIVA',
      );
      if (!open) throw new ConflictException('A assinatura não tem cobrança em aberto');
      return payer.settle(open.txid, resultado === 'PAGA');
    });
  }

  async #act(
    id: string,
    action: (payer: SimulatedPayer, details: SubscriptionDetails) => Promise<void>,
  ): Promise<SubscriptionView> {
    const { demo } = this.bank;
    if (!demo) throw new NotFoundException('O pagador de teste só existe com o banco simulado');
    try {
      await action(demo, await this.subscriptions.get(id));
    } catch (error) {
      if (error instanceof PaymentRefused) throw new ConflictException(error.message);
      throw error;
    }
    const { subscription, charges } = await this.subscriptions.get(id);
    return toSubscriptionView(subscription, charges);
  }
}

function requireIdRec(idRec: string | null): string {
  if (idRec === null) throw new ConflictException('A assinatura ainda está sendo criada');
  return idRec;
}
