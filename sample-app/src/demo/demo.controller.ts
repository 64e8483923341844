import {
  ConflictException,
  Controller,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  Post,
  UseGuards,
} from '@nestjs/common';
import { BANK, type Bank, PaymentRefused } from '../bank/bank.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { type OrderView, toOrderView } from '../orders/order.view.js';
import { assertPending, OrdersService } from '../orders/orders.service.js';

/** The customer's banking application, at the simulated bank. Not found against a real one. */
@Controller('api/demo/orders')
export class DemoController {
  constructor(
    private readonly orders: OrdersService,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /** Pays at the bank, and nothing more: the order changes when the bank's webhook says so. */
  @Post(':id/pay')
  @HttpCode(202)
  @UseGuards(RateLimitGuard)
  async pay(@Param('id') id: string): Promise<OrderView> {
    const { demo } = this.bank;
    if (!demo) throw new NotFoundException('Só o banco simulado paga sozinho');
    const order = await this.orders.get(id);
    assertPending(order);
    try {
      await demo.pay(order.txid);
    } catch (error) {
      if (error instanceof PaymentRefused) throw new ConflictException(error.message);
      throw error;
    }
    return toOrderView(await this.orders.get(id));
  }
}
