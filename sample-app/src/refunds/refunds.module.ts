import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { RefundsRepository } from './refunds.repository.js';
import { RefundsService } from './refunds.service.js';

@Module({
  imports: [DatabaseModule],
  providers: [RefundsRepository, RefundsService],
  exports: [RefundsService, RefundsRepository],
})
export class RefundsModule {}
