import { Injectable, UseInterceptors } from '@nestjs/common';
import { OnPixDevolucao, type PixDevolucaoFinalizada } from 'nestjs-pix';
import { RefundsService } from '../refunds/refunds.service.js';
import { DeliveryRecorder } from './delivery-recorder.js';

/** Stores the refund that a notification reports. It was read from the provider, and may not be one of the shop. */
@Injectable()
@UseInterceptors(DeliveryRecorder)
export class RefundHandler {
  constructor(private readonly refunds: RefundsService) {}

  @OnPixDevolucao()
  async onPixDevolucao({ pix, devolucao }: PixDevolucaoFinalizada): Promise<void> {
    // The shop records no payment without a charge.
    if (pix.txid === undefined) return;
    await this.refunds.report(pix.endToEndId, devolucao);
  }
}
