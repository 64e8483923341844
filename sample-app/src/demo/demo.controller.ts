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
import { ApiTags } from '@nestjs/swagger';
import { BANK, type Bank, PaymentRefused } from '../bank/bank.js';
import { BANK_ERRORS, Describe } from '../decorators/describe.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { type OrderView, toOrderView } from '../orders/order.view.js';
import { assertPending, OrdersService } from '../orders/orders.service.js';

/** Pays orders at the simulated bank. Responds with 404 if the bank is real. */
@ApiTags('Demonstração')
@Controller('api/demo/orders')
export class DemoController {
  constructor(
    private readonly orders: OrdersService,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /** Pays the charge at the bank. The order changes only when the bank's webhook arrives. */
  @Post(':id/pay')
  @Describe('Paga um pedido no banco simulado', 409, ...BANK_ERRORS)
  @HttpCode(202)
  @UseGuards(RateLimitGuard)
  async pay(@Param('id') id: string): Promise<OrderView> {
    const { demo } = this.bank;
    if (!demo) throw new NotFoundException('O pagamento de teste só existe com o banco simulado');
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
