import { Module } from '@nestjs/common';
import { BankModule } from '../bank/bank.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { StreamLimits } from '../limits/stream-limits.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { ChargesService } from './charges.service.js';
import { OrderEvents } from './order-events.js';
import { OrderSettlement } from './order-settlement.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { PaymentsService } from './payments.service.js';

@Module({
  imports: [BankModule, DatabaseModule, RefundsModule],
  controllers: [OrdersController],
  providers: [
    OrdersRepository,
    ChargesService,
    OrderEvents,
    OrderSettlement,
    OrdersService,
    PaymentsService,
    StreamLimits,
  ],
  exports: [ChargesService, OrdersService, PaymentsService],
})
export class OrdersModule {}
