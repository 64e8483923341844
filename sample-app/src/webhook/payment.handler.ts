import { Injectable } from '@nestjs/common';
import { OnPixRecebido, type Pix, type PixEventContext } from 'nestjs-pix';
import { PaymentsService } from '../orders/payments.service.js';

/**
 * Handles payments from notifications and from the reconciler. In both cases the data of the payment was read from the
 * provider; a notification of a payment that the provider does not show yet is refused, so that it is repeated.
 */
@Injectable()
export class PaymentHandler {
  constructor(private readonly payments: PaymentsService) {}

  @OnPixRecebido()
  async onPixRecebido(pix: Pix, context: PixEventContext): Promise<void> {
    const { txid, endToEndId, valor } = pix;
    if (txid === undefined) return;
    const payment = { txid, endToEndId, valor, horario: new Date(pix.horario) };
    await this.payments.record(payment, (transaction) => context.completeIn(transaction));
  }
}
