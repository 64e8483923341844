import { Injectable } from '@nestjs/common';
import { OnPixRecebido, type Pix, type PixEventContext } from 'nestjs-pix';
import { PaymentsService } from '../orders/payments.service.js';

/**
 * Hears of payments, from a notification or from the reconciler. Either way the payment is the one
 * that the provider shows; a notification of one that it does not show yet is refused and repeated.
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
