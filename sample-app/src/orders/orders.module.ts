import { Module } from '@nestjs/common';
import { BankModule } from '../bank/bank.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { ChargesService } from './charges.service.js';
import { OrderEvents } from './order-events.js';
import { OrderExpiry } from './order-expiry.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';

@Module({
  imports: [BankModule, DatabaseModule],
  controllers: [OrdersController],
  providers: [OrdersRepository, ChargesService, OrderEvents, OrderExpiry, OrdersService],
  exports: [OrdersService],
})
export class OrdersModule {}
