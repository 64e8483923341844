import { Module } from '@nestjs/common';
import { BankModule } from '../bank/bank.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { StreamLimits } from '../limits/stream-limits.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { BatchSettlement } from './batch-settlement.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchesService } from './batches.service.js';
import { InvoiceChargesService } from './invoice-charges.service.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoicePaymentsService } from './invoice-payments.service.js';
import { InvoiceSettlement } from './invoice-settlement.js';
import { InvoiceTodayService } from './invoice-today.service.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicesRepository } from './invoices.repository.js';
import { InvoicesService } from './invoices.service.js';

@Module({
  imports: [BankModule, DatabaseModule, RefundsModule],
  controllers: [InvoicesController],
  providers: [
    BatchesRepository,
    BatchesService,
    BatchSettlement,
    InvoiceChargesService,
    InvoiceEvents,
    InvoicePaymentsService,
    InvoiceSettlement,
    InvoiceTodayService,
    InvoicesRepository,
    InvoicesService,
    StreamLimits,
  ],
  exports: [BatchesService, InvoicePaymentsService, InvoicesService],
})
export class InvoicesModule {}
