import { Module } from '@nestjs/common';
import { BankModule } from '../bank/bank.module.js';
import { MonthlyCharges } from './monthly-charges.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Module({
  imports: [BankModule],
  controllers: [SubscriptionsController],
  providers: [SubscriptionsService, MonthlyCharges],
})
export class SubscriptionsModule {}
