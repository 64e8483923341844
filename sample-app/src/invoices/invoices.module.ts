import { Module } from '@nestjs/common';
import { BankModule } from '../bank/bank.module.js';
import { AdminInvoicesController, InvoicesController } from './invoices.controller.js';
import { InvoicesService } from './invoices.service.js';

@Module({
  imports: [BankModule],
  controllers: [InvoicesController, AdminInvoicesController],
  providers: [InvoicesService],
})
export class InvoicesModule {}
