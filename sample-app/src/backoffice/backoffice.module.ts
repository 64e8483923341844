import { Module } from '@nestjs/common';
import { PixHealthModule } from 'nestjs-pix/terminus';
import { SessionController } from '../access/session.controller.js';
import { BooksController } from '../books/books.controller.js';
import { DeliveriesController } from '../deliveries/deliveries.controller.js';
import { HealthController, ProbesController } from '../health/health.controller.js';
import { PaymentsController } from '../payments/payments.controller.js';
import { TasksController } from '../tasks/tasks.controller.js';
import { BankRecordsController } from './bank-records.controller.js';
import { ChargesController } from './charges.controller.js';
import { Subjects } from './subjects.js';

/** What the administrator uses. */
@Module({
  imports: [PixHealthModule],
  controllers: [
    SessionController,
    TasksController,
    ChargesController,
    BankRecordsController,
    PaymentsController,
    DeliveriesController,
    BooksController,
    HealthController,
    ProbesController,
  ],
  providers: [Subjects],
})
export class BackOfficeModule {}
